import { columns, type QuotaWindow, type Usage } from '@codexbar/protocol/wire'
import { type QuotaStyle, quotaSummaries } from '@codexbar/protocol/words'
import { describe, expect, test } from 'vitest'
import { quotaLines } from '../../src/commands/status/quota-line.js'
import { renderView } from '../../src/commands/status/render.js'
import { type Line, paint } from '../../src/commands/tone.js'

const NOW = 1_800_000_000_000

type Provider = Usage['providers'][number]

const fiveHours: QuotaWindow = { label: '5h', pct: 42, resets_in_sec: 7_500, duration_sec: 18_000 }
const week: QuotaWindow = { label: '7d', pct: 18, resets_in_sec: 273_600, duration_sec: 604_800 }
const fable: QuotaWindow = { ...week, label: '7d Fable', pct: 3, scope: 'Fable' }

const provider = (more: Partial<Provider> = {}): Provider => ({
  name: 'Claude',
  windows: [fiveHours, week],
  observed_at: 1,
  age_sec: 12,
  stale: false,
  source: 'status_line',
  ...more,
})
const nothing = { windows: [], observed_at: null, age_sec: null, source: null }

const summaries = (providers: Provider[], style: QuotaStyle = {}, elapsed = 0) =>
  quotaSummaries({ ok: true, updated_at: 0, providers, ...style }, elapsed)
const plain = (lines: readonly Line[]) => lines.map((line) => paint(line, false))
const line = (more: Partial<Provider>, style: QuotaStyle = {}, width = Number.POSITIVE_INFINITY) =>
  plain(quotaLines(summaries([provider(more)], style), width, false))[0]

describe('the quota of an agent in one line', () => {
  test.each<[string, Partial<Provider>, QuotaStyle, string]>([
    ['says what stops the person first, and until when', {}, {}, 'Claude  5h 42% (resets in 2h 5m) · 7d 18%'],
    [
      'says what is left where that is wanted',
      {},
      { show: 'remaining' },
      'Claude  5h 58% left (resets in 2h 5m) · 7d 82% left',
    ],
    [
      'gives the reset of the window that it is of',
      { windows: [fiveHours, { ...week, pct: 80 }, fable] },
      {},
      'Claude  5h 42% · 7d 80% (resets in 3d 4h) · 7d Fable 3%',
    ],
    [
      'says first for how long all is used up',
      { windows: [{ ...fiveHours, pct: 105 }, week] },
      {},
      'Claude  used up for 2h 5m · 5h 105% · 7d 18%',
    ],
    [
      'says that all is used up until nobody knows when',
      { windows: [{ ...fiveHours, pct: 100, resets_in_sec: null }] },
      {},
      'Claude  used up · 5h 100%',
    ],
    [
      'says how old all of it is, and why',
      { stale: true, age_sec: 7_200, error: 'rate_limited' },
      {},
      'Claude  seen 2h ago · 5h 42% (resets in 2h 5m) · 7d 18% · asked too often',
    ],
    [
      'says how old one of it is',
      { windows: [fiveHours, { ...fable, stale: true, age_sec: 7_200 }] },
      {},
      'Claude  5h 42% (resets in 2h 5m) · 7d Fable 3% (2h ago)',
    ],
    [
      'says that a figure is unknown',
      { windows: [{ ...fiveHours, pct: null, resets_in_sec: null }, week] },
      {},
      'Claude  5h -- · 7d 18% (resets in 3d 4h)',
    ],
    [
      'says that a window did not begin',
      { windows: [{ ...fiveHours, pct: 0, resets_in_sec: null }] },
      {},
      'Claude  5h 0% (not started)',
    ],
    ['says that nothing is known', nothing, {}, 'Claude  no quota known'],
    [
      'says why nothing is known',
      { ...nothing, error: 'auth_expired' },
      {},
      'Claude  no quota known · sign-in expired',
    ],
  ])('%s', (_, more, style, words) => expect(line(more, style)).toBe(words))

  test('agents are below each other', () => {
    const both = summaries([provider(), provider({ name: 'Codex', ...nothing })])
    expect(plain(quotaLines(both, 80, false))).toEqual([
      'Claude  5h 42% (resets in 2h 5m) · 7d 18%',
      'Codex   no quota known',
    ])
  })

  test.each([
    [41, 'Claude  5h 42% (resets in 2h 5m) · 7d 18%'],
    [40, 'Claude  5h 42% · 7d 18%'],
    [23, 'Claude  5h 42% · 7d 18%'],
    [22, 'Claude  5h 42% · 7d 1…'],
    [15, 'Claude  5h 42%…'],
    [14, 'Claude  5h 42…'],
    [3, 'Cl…'],
    [1, '…'],
    [0, ''],
  ])('is cut to %i columns', (width, words) => expect(line({}, {}, width)).toBe(words))

  test.each([
    [60, 'Claude  seen 2h ago · 5h 42% (resets in 2h 5m) · 7d 18%'],
    [37, 'Claude  seen 2h ago · 5h 42% · 7d 18%'],
    [36, 'Claude  5h 42% · 7d 18%'],
  ])('keeps its figures in %i columns where they are stale', (width, words) =>
    expect(line({ stale: true, age_sec: 7_200 }, {}, width)).toBe(words),
  )

  test('what is about to stop the person stands out by the levels of the settings', () => {
    const toneOf = (pct: number, style: QuotaStyle = {}) =>
      quotaLines(summaries([provider({ windows: [{ ...fiveHours, pct }, week] })], style), 80, false)[0]?.find(
        ({ text }) => text.startsWith('5h'),
      )?.tone
    expect([42, 80, 95].map((pct) => toneOf(pct))).toEqual(['strong', 'warn', 'error'])
    expect(toneOf(42, { levels: { high: 10, full: 40 } })).toBe('error')
  })

  test('what is old or of a companion that is lost is faint', () => {
    const isFaint = (lines: Line[]) => lines.every((one) => one.every(({ tone }) => tone === 'faint'))
    expect(isFaint(quotaLines(summaries([provider({ stale: true })]), 80, false))).toBe(true)
    expect(isFaint(quotaLines(summaries([provider()]), 80, true))).toBe(true)
    expect(isFaint(quotaLines(summaries([provider()]), 80, false))).toBe(false)
  })

  test('that all is used up stands out however old it is, until the companion is lost', () => {
    const usedUp = summaries([provider({ windows: [{ ...fiveHours, pct: 100 }], stale: true })])
    const toneOf = (faint: boolean) =>
      quotaLines(usedUp, 80, faint)[0]?.find(({ text }) => text.includes('used up'))?.tone
    expect([toneOf(false), toneOf(true)]).toEqual(['error', 'faint'])
  })
})

describe('the quota in the view', () => {
  const status = { ok: true as const, updated_at: 0, providers: [] }
  const quota = summaries([provider(), provider({ name: 'Codex', ...nothing })])
  const idle = { state: 'idle' as const, reason: '', since: NOW, at: NOW }
  const session = (at: number) => ({
    ...idle,
    provider: 'Claude' as const,
    session_id: `${at}`,
    project: `p${at}`,
    path: '/p',
    rest: idle,
    asks: [],
    background: 0,
    headless: false,
  })
  const view = (sessions: number, width: number, height: number) =>
    plain(
      renderView(
        {
          sessions: { ok: true, now: NOW, sessions: Array.from({ length: sessions }, (_, at) => session(at)) },
          status,
          quota,
        },
        NOW,
        width,
        height,
      ),
    )

  // A headline, an empty line, a session of Claude and a row for Codex without one come first.
  test.each([
    ['is below the sessions', 24, ['', 'Claude  5h', 'Codex   no']],
    ['is close to them where there is no room between', 6, ['Claude  5h', 'Codex   no']],
    ['is there as far as there is room', 5, ['Claude  5h']],
    ['gives way to the sessions', 4, []],
  ])('%s', (_, height, starts) => {
    expect(
      view(1, 80, height)
        .slice(4)
        .map((text) => text.slice(0, 10)),
    ).toEqual(starts)
  })

  test('is that of an agent that is used up where there is room for one', () => {
    const [first] = summaries([provider()])
    const [second] = summaries([provider({ name: 'Codex', windows: [{ ...week, pct: 100 }] })])
    if (first === undefined || second === undefined) throw new Error('nothing is said')
    const lines = renderView(
      { sessions: { ok: true, now: NOW, sessions: [] }, status, quota: [first, second] },
      NOW,
      80,
      5,
    )
    expect(plain(lines).at(-1)).toBe('Codex  used up for 3d 4h · 7d 100%')
  })

  test('is not there where sessions are left out', () => {
    expect(view(30, 80, 12).at(-1)).toBe('22 more')
  })

  test('makes no view higher or wider than the terminal', () => {
    for (const width of [0, 1, 7, 8, 20, 40, 43, 80]) {
      for (let height = 0; height <= 12; height += 1) {
        const lines = view(2, width, height)
        expect(lines.length).toBeLessThanOrEqual(height)
        for (const text of lines) expect(columns(text)).toBeLessThanOrEqual(width)
      }
    }
  })
})
