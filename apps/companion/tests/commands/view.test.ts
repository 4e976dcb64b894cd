import { columns, type OpenAsk, type SessionRecord, type Sessions, type State } from '@codexbar/protocol/wire'
import { describeAge, describeWhole } from '@codexbar/protocol/words'
import { describe, expect, test } from 'vitest'
import { renderSessions, renderView } from '../../src/commands/status/render.js'
import { paint } from '../../src/commands/tone.js'

const NOW = 1_800_000_000_000
const STATUS = { ok: true as const, updated_at: 0, providers: [] }

type Wish = Partial<Omit<SessionRecord, 'asks' | 'state'>> & { state: State; asks?: Partial<OpenAsk>[]; age?: number }

const session = ({ age = 12_000, asks = [], ...wish }: Wish): SessionRecord => {
  const standing = { state: wish.state, reason: wish.reason ?? '', since: NOW - age, at: NOW - age }
  return {
    provider: 'Claude',
    session_id: 'id',
    project: 'api-gateway',
    path: '/p/api-gateway',
    rest: standing,
    background: 0,
    headless: false,
    ...standing,
    ...wish,
    asks: asks.map((ask, at) => ({
      id: `a${at}`,
      kind: 'permission',
      reason: 'permission_request',
      drives: true,
      opened_at: 0,
      at: 0,
      ...ask,
    })),
  }
}

const answer = (...wishes: Wish[]): Sessions => ({ ok: true, now: NOW, sessions: wishes.map(session) })
const lines = (sessions: Sessions, width = 80): string[] =>
  renderSessions(sessions, NOW, width).map((line) => paint(line, false).trimEnd())

const waiting: Wish = { state: 'needs_user', reason: 'permission_request', asks: [{ tool: 'Bash' }] }
const codex: Wish = { state: 'running', reason: 'tool_use', provider: 'Codex', project: 'web-shop', age: 200_000 }

describe('one session in words', () => {
  test.each<[string, Wish, string]>([
    ['an ask names its tool', waiting, '▲ needs you  api-gateway  Claude  Permission needed · Bash  12s'],
    [
      'more asks are counted',
      { ...waiting, asks: [{ tool: 'Bash' }, {}, { drives: false }] },
      '▲ needs you  api-gateway  Claude  Permission needed · Bash · 1 more  12s',
    ],
    [
      'an error says its cause',
      { state: 'error', reason: 'rate_limit' },
      '✗ error      api-gateway  Claude  Usage limit reached  12s',
    ],
    [
      'a cause of a newer companion',
      { state: 'error', reason: 'brand_new' },
      '✗ error      api-gateway  Claude  Failed      12s',
    ],
    ['done', { state: 'done', reason: 'stop' }, '✓ done       api-gateway  Claude  Finished    12s'],
    [
      'running',
      { state: 'running', reason: 'background_work' },
      '● running    api-gateway  Claude  Working in the background  12s',
    ],
    ['idle has nothing to say', { state: 'idle' }, '· idle       api-gateway  Claude              12s'],
    ['unknown says why', { state: 'unknown' }, '? unknown    api-gateway  Claude  No news for a while  12s'],
    [
      'a run that no one sits at',
      { state: 'running', reason: 'tool_use', headless: true },
      '● running    api-gateway  Claude  Working · unattended  12s',
    ],
    [
      'a hostile name is harmless',
      { state: 'idle', project: '\u001b[2Jx\u202e\ny' },
      '· idle       x y     Claude              12s',
    ],
  ])('%s', (_, wish, line) => expect(lines(answer(wish))[0]).toBe(line))
})

describe('all sessions', () => {
  test('what needs the person comes first, then by priority, then the newest', () => {
    const all = answer(
      { state: 'idle', project: 'e' },
      codex,
      { state: 'done', reason: 'stop', project: 'd', age: 9_000 },
      { state: 'done', reason: 'stop', project: 'c', age: 1_000 },
      { state: 'error', reason: 'overloaded', project: 'b' },
      { ...waiting, project: 'a' },
    )
    expect(lines(all).map((line) => line.split(/\s{2,}/)[1])).toEqual(['a', 'b', 'c', 'd', 'web-shop', 'e'])
  })

  test('a provider without a session has a row', () => {
    expect(lines(answer(waiting))[1]).toBe('· idle                    Codex   No session')
    expect(lines(answer())).toHaveLength(2)
  })
})

describe('how it fits', () => {
  const all = answer(
    { ...waiting, project: '日本語のとても長いプロジェクト名-with-a-very-long-tail-that-never-ends' },
    codex,
  )

  test.each([
    [80, '▲ needs you  日本語のとても長いプロジェ…   Claude  Permission needed · Bash  12s'],
    [60, '▲ needs you  日本語のとても長いプ…   Claude  Permissio…  12s'],
    [40, '▲ needs you  日本語の…   Permissio…  12s'],
    [30, '▲ needs you  日本語のと…   12s'],
    [20, '▲ needs you  日本語…'],
    [8, '▲ needs…'],
  ])('in %i columns', (width, line) => expect(lines(all, width)[0]).toBe(line))

  test('no line is ever wider than the terminal', () => {
    for (let width = 0; width <= 160; width += 1) {
      for (const line of renderView({ sessions: all, status: STATUS, quota: [] }, NOW, width, 10)) {
        expect(columns(paint(line, false)), `width ${width}`).toBeLessThanOrEqual(width)
      }
    }
  })

  test('no view is ever higher than the terminal, and what is left out is counted', () => {
    const many = answer(...Array.from({ length: 9 }, (_, at): Wish => ({ ...waiting, session_id: `${at}` })))
    for (let height = 0; height <= 14; height += 1) {
      expect(renderView({ sessions: many, status: STATUS, quota: [] }, NOW, 80, height).length).toBeLessThanOrEqual(
        height,
      )
    }
    expect(
      renderView({ sessions: many, status: STATUS, quota: [] }, NOW, 80, 6)
        .map((line) => paint(line, false))
        .at(-1),
    ).toBe('7 more')
  })
})

describe('the headline', () => {
  test.each<[string, Sessions, string]>([
    ['none', answer(), 'Nothing needs you'],
    ['one', answer(waiting, codex), '1 session needs you'],
    ['two and an error', answer(waiting, waiting, { state: 'error' }), '2 sessions need you · 1 failed'],
  ])('%s', (_, sessions, words) => expect(describeWhole(sessions, STATUS)).toBe(words))

  test('a snoozed ask is counted', () => {
    const attention = { state: 'idle' as const, count: 0, primary_project: '', projects: [], reason: '', updated_at: 0 }
    const status = { ...STATUS, providers: [{ name: 'Claude' as const, attention: { ...attention, snoozed: 2 } }] }
    expect(describeWhole(answer(), status)).toBe('Nothing needs you · 2 snoozed')
  })

  test('a lost companion is said, and its sessions are shown faint', () => {
    const view = renderView({ sessions: answer(waiting), status: STATUS, quota: [], lostAt: NOW - 61_000 }, NOW, 80, 24)
    expect(paint(view[0] ?? [], false)).toBe('Companion lost 1m ago. Trying again.')
    expect(view[2]?.every(({ tone }) => tone === undefined || tone === 'faint')).toBe(true)
  })
})

test.each([
  [-5, '0s'],
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3_599_000, '59m'],
  [86_399_000, '23h'],
  [90_000_000, '1d'],
])('an age of %i ms is %s', (ms, words) => expect(describeAge(ms)).toBe(words))

test('colours only where they are wanted', () => {
  expect(paint([{ text: 'needs you', tone: 'needs_user' }, { text: ' x' }], true)).toBe(
    '\u001b[1;33mneeds you\u001b[0m x',
  )
  expect(paint([{ text: 'needs you', tone: 'needs_user' }], false)).toBe('needs you')
})
