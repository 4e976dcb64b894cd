import type { QuotaWindow, Usage } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../src/live/connection.js'
import { elapsedSince } from '../src/live/heard-usage.js'
import type { LiveState } from '../src/live/live.js'
import { type QuotaPanel, quotaPanels } from '../src/live/quota-panels.js'

type Entry = Usage['providers'][number]

const SECOND = 1_000
const MINUTE = 60 * SECOND
const AT = { clock: 500_000, today: 1_800_000_000_000 }

const quotaWindow = (label: string, pct: number | null, wish: Partial<QuotaWindow> = {}): QuotaWindow => ({
  label,
  pct,
  resets_in_sec: 7_500,
  duration_sec: 18_000,
  ...wish,
})
const entry = (wish: Partial<Entry> = {}): Entry => ({
  name: 'Claude',
  windows: [quotaWindow('5h', 42)],
  observed_at: 1_799_999_988,
  age_sec: 12,
  stale: false,
  source: 'status_line',
  ...wish,
})

type Wish = { entry?: Partial<Entry>; style?: Pick<Usage, 'show' | 'levels'>; state?: Partial<LiveState> }

/** A page that heard of one provider's quota at `AT`. */
function page({ entry: wish = {}, style = {}, state = {} }: Wish = {}): LiveState {
  const connection: Connection = { phase: 'live', since: 0, failures: 0 }
  const value: Usage = { ok: true, updated_at: 1, providers: [entry(wish)], ...style }
  return {
    connection,
    sessions: undefined,
    status: undefined,
    statusAt: AT.clock,
    usage: { value, at: AT },
    usageFailure: undefined,
    ahead: 0,
    trouble: undefined,
    ...state,
  }
}

/** What it shows `later` ms after it heard. */
function shown(state: LiveState, later = 0): QuotaPanel {
  const [panel] = quotaPanels(state, { clock: AT.clock + later, today: AT.today + later })
  return panel ?? expect.unreachable('nothing is shown')
}

const reconnecting: Connection = { phase: 'reconnecting', since: AT.clock, failures: 1 }
const signedOut: Connection = { phase: 'signed-out', since: AT.clock, failures: 0 }

test('a quota that is live is shown with its figures, its source and its age', () => {
  expect(shown(page())).toEqual({
    provider: 'Claude',
    standing: 'live',
    asOf: '',
    note: '',
    blocked: false,
    rows: [
      {
        label: '5h',
        percent: '42% used',
        resets: 'resets in 2h 5m',
        age: '12s ago',
        binds: true,
        stale: false,
        bar: { fill: 42, level: 'calm' },
      },
    ],
    source: 'from status line',
    needsHint: false,
  })
})

describe('how far it can be relied on', () => {
  test.each<[string, Wish, number, QuotaPanel['standing'], string]>([
    ['figures that were just seen', {}, 0, 'live', ''],
    ['figures the companion calls old', { entry: { stale: true, age_sec: 10_800 } }, 0, 'stale', 'as of 3h ago'],
    ['a page that heard nothing for a missed poll', {}, 10 * MINUTE, 'live', ''],
    ['a page that heard nothing for two', {}, 12 * MINUTE, 'stale', 'as of 12m ago'],
    ['no window', { entry: { windows: [], age_sec: null, source: null } }, 0, 'unknown', ''],
    ['windows nobody knows', { entry: { windows: [quotaWindow('5h', null)] } }, 0, 'unknown', ''],
    [
      'a window past its reset',
      { entry: { windows: [quotaWindow('5h', 42, { resets_in_sec: 60 })] } },
      MINUTE,
      'unknown',
      '',
    ],
    [
      'a companion that is lost',
      { state: { connection: reconnecting } },
      20 * SECOND,
      'lost',
      'companion lost, as of 32s ago',
    ],
    [
      'a lost companion that knew of no window',
      { entry: { windows: [], age_sec: null }, state: { connection: reconnecting } },
      0,
      'lost',
      'companion lost',
    ],
    ['a browser that is not signed in, and hears the status', { state: { connection: signedOut } }, 0, 'live', ''],
    [
      'a browser that is not signed in, and does not',
      { state: { connection: signedOut } },
      MINUTE,
      'lost',
      'companion lost, as of 1m ago',
    ],
  ])('%s', (_, wish, later, standing, asOf) => expect(shown(page(wish), later)).toMatchObject({ standing, asOf }))
})

test('nothing is shown before it was heard', () => {
  expect(quotaPanels(page({ state: { usage: undefined } }), AT)).toEqual([])
})

test.each<[string, LiveState['usageFailure'], number]>([
  ['who may not know it any more sees nothing of it', 'unauthorized', 0],
  ['who is not signed in on the same machine sees it', undefined, 1],
])('%s', (_, usageFailure, panels) => {
  expect(quotaPanels(page({ state: { connection: signedOut, usageFailure } }), AT)).toHaveLength(panels)
})

describe('a countdown', () => {
  const windows = [quotaWindow('5h', 42, { resets_in_sec: 90 }), quotaWindow('7d', 20, { resets_in_sec: 86_400 })]

  test.each<[number, string, string, number | undefined]>([
    [0, '42% used', 'resets in 1m', 42],
    [31 * SECOND, '42% used', 'resets in <1m', 42],
    [90 * SECOND, '--', '', undefined],
    [10 * MINUTE, '--', '', undefined],
  ])('after %i ms reads %s and %s', (later, percent, resets, fill) => {
    const { rows, standing } = shown(page({ entry: { windows } }), later)
    expect(rows[0]).toMatchObject({ percent, resets })
    expect(rows[0]?.bar?.fill).toBe(fill)
    expect(rows[1]?.percent).toBe('20% used')
    expect(standing).toBe('live')
  })

  test('the window that stops the person first is another once that one is over', () => {
    const binding = (later: number) => shown(page({ entry: { windows } }), later).rows.map(({ binds }) => binds)
    expect(binding(0)).toEqual([true, false])
    expect(binding(90 * SECOND)).toEqual([false, true])
  })
})

describe('a bar', () => {
  test.each<[number, 'used' | 'remaining', number, string]>([
    [0, 'used', 0, 'calm'],
    [0.2, 'used', 1, 'calm'],
    [79.9, 'used', 80, 'calm'],
    [80, 'used', 80, 'high'],
    [95, 'used', 95, 'full'],
    [99.9, 'used', 99, 'full'],
    [100, 'used', 100, 'full'],
    [105, 'used', 100, 'full'],
    [42, 'remaining', 58, 'calm'],
    [85, 'remaining', 15, 'high'],
    [99.9, 'remaining', 1, 'full'],
    [105, 'remaining', 0, 'full'],
  ])('of %d percent used, shown as %s, is filled to %d and %s', (pct, show, fill, level) => {
    const { rows } = shown(page({ entry: { windows: [quotaWindow('5h', pct)] }, style: { show } }))
    expect(rows[0]?.bar).toEqual({ fill, level })
  })

  test('warns from where the settings say', () => {
    const style = { levels: { high: 10, full: 40 } }
    expect(shown(page({ style })).rows[0]?.bar?.level).toBe('full')
  })

  test('of an unknown window is none, which is not one at zero', () => {
    const { rows } = shown(page({ entry: { windows: [quotaWindow('5h', null), quotaWindow('7d', 0)] } }))
    expect(rows.map(({ bar }) => bar)).toEqual([undefined, { fill: 0, level: 'calm' }])
    expect(rows[0]).toMatchObject({ percent: '--', age: 'last seen 12s ago' })
  })
})

describe('what a person is told', () => {
  test.each<[string, Partial<Entry>, Partial<QuotaPanel>]>([
    [
      'how long it is used up',
      { windows: [quotaWindow('5h', 100)] },
      { note: 'used up for 2h 5m', blocked: true, needsHint: false },
    ],
    [
      'that nothing is known, and where to ask',
      { windows: [], age_sec: null, source: null },
      { note: 'no quota known', source: '', needsHint: true },
    ],
    [
      'why nothing is known',
      { windows: [], age_sec: null, source: null, error: 'auth_expired' },
      { note: 'no quota known · sign-in expired', needsHint: true },
    ],
    [
      'why figures are old',
      { stale: true, age_sec: 10_800, error: 'rate_limited' },
      { note: 'asked too often', needsHint: true },
    ],
    ['nothing of a source that others make up for', { error: 'rate_limited' }, { note: '', needsHint: false }],
    ['nothing in the way of markup', { source: 'a\u001b[31m_b' }, { source: 'from a b' }],
  ])('%s', (_, wish, expected) => expect(shown(page({ entry: wish }))).toMatchObject(expected))

  test.each<[string, Partial<Entry>, string]>([
    ['as the companion calls it', { what: "Claude Code's status line" }, "from Claude Code's status line"],
    ['by its id where the companion has no name for it', { source: 'claude_json' }, 'from claude json'],
    ['not at all where there is none', { source: null }, ''],
    ['without markup', { what: 'a\u001b[31m b\n' }, 'from a b'],
  ])('where figures are from, %s', (_, wish, source) => expect(shown(page({ entry: wish })).source).toBe(source))

  test('how old old figures are once, and of each window that is of another age', () => {
    const windows = [
      quotaWindow('5h', 42, { age_sec: 10_805 }),
      quotaWindow('7d', 20, { age_sec: 18_000 }),
      quotaWindow('7d Fable', null, { scope: 'Fable' }),
    ]
    const old = { stale: true, age_sec: 10_800, windows }
    expect(shown(page({ entry: old }))).toMatchObject({
      asOf: 'as of 3h ago',
      rows: [{ age: '' }, { age: 'as of 5h ago' }, { age: 'last seen 3h ago' }],
    })
  })

  test('which window is older than the others', () => {
    const old = quotaWindow('7d Fable', 10, { scope: 'Fable', stale: true, age_sec: 7_200 })
    const { rows, standing } = shown(page({ entry: { windows: [quotaWindow('5h', 42), old] } }))
    expect(standing).toBe('live')
    expect(rows.map(({ age, stale }) => [age, stale])).toEqual([
      ['12s ago', false],
      ['as of 2h ago', true],
    ])
  })
})

test('a machine that slept makes figures older, a clock that was set back does not make them younger', () => {
  const heard = { value: { ok: true, updated_at: 1, providers: [] } as Usage, at: AT }
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (ran, day) => {
      const elapsed = elapsedSince(heard, { clock: AT.clock + ran, today: AT.today + day })
      expect(elapsed).toBe(Math.max(ran, day))
    }),
  )
})

test('however much time passes, no window shows a figure past its reset', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 200, noNaN: true }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.nat(200_000),
      (pct, resets_in_sec, later) => {
        const { rows } = shown(
          page({ entry: { windows: [quotaWindow('5h', pct, { resets_in_sec })] } }),
          later * SECOND,
        )
        expect(rows[0]?.bar === undefined).toBe(later >= resets_in_sec)
        expect(rows[0]?.percent === '--').toBe(later >= resets_in_sec)
      },
    ),
  )
})
