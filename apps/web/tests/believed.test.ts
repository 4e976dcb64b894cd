import type { SessionRecord, Status } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { believed, believedUntil } from '../src/live/believed.js'
import type { LiveState } from '../src/live/live.js'
import { pageTitle } from '../src/live/title.js'
import { waitingOf } from '../src/live/waiting.js'
import { record } from './record.js'

const MINUTE = 60_000
const waiting = record({ session_id: 'waiting', state: 'needs_user', reason: 'question' })
const running = record({ session_id: 'running', since: 1_000 })
const done = record({ session_id: 'done', state: 'done', reason: 'stop' })

describe('what is listed while nothing is heard', () => {
  test.each<[string, number, string[]]>([
    ['all, most urgent first', 2_000, ['waiting needs_user', 'done done', 'running running']],
    ['without what is over', 6 * MINUTE, ['waiting needs_user', 'running running']],
    ['a run without news is unknown', 12 * MINUTE, ['waiting needs_user', 'running unknown']],
    ['and nothing is believed for ever', 24 * 60 * MINUTE, []],
  ])('%s', (_, now, rows) => {
    const shown = believed([running, done, waiting], now)
    expect(shown.map(({ session_id, state }) => `${session_id} ${state}`)).toEqual(rows)
  })
})

describe('the list is the same until then', () => {
  test.each<[string, SessionRecord[], number]>([
    ['no session', [], Number.POSITIVE_INFINITY],
    ['the first that is over', [waiting, done, running], 5 * MINUTE],
    ['a run that becomes unknown', [running], 10 * MINUTE + 1_000],
    ['one that became unknown', believed([running], 12 * MINUTE), 30 * MINUTE + 1_000],
  ])('%s', (_, sessions, until) => {
    expect(believedUntil(sessions)).toBe(until)
    expect(believed(sessions, until - 1)).toHaveLength(sessions.length)
  })
})

describe('the count in the title', () => {
  const attention = (state: 'needs_user' | 'running', count: number) => ({
    state,
    count,
    primary_project: '',
    projects: [],
    reason: '',
    updated_at: 0,
  })
  const status: Status = {
    ok: true,
    updated_at: 0,
    providers: [
      { name: 'Claude', attention: attention('needs_user', 3) },
      { name: 'Codex', attention: attention('running', 5) },
    ],
  }
  const NOW = 10 * MINUTE
  const known = (phase: LiveState['connection']['phase'], more: Partial<LiveState> = {}): LiveState => ({
    connection: { phase, since: NOW - 1_000, failures: 0 },
    sessions: undefined,
    status,
    statusAt: NOW - 1_000,
    usage: undefined,
    usageFailure: undefined,
    ahead: 0,
    trouble: undefined,
    ...more,
  })
  const listed = (...sessions: SessionRecord[]) => ({ sessions: { ok: true, now: 0, sessions } as const })
  const longLost = { connection: { phase: 'reconnecting', since: NOW - MINUTE, failures: 9 } } as const

  test.each<[string, LiveState, number, string]>([
    ['is of the sessions', known('live', listed(waiting, running)), 0, '(1) codexbar'],
    ['is not there when none needs the person', known('live', listed(running)), 0, 'codexbar'],
    ['stays while the companion starts again', known('reconnecting', listed(waiting)), 0, '(1) codexbar'],
    ['goes down with time', known('reconnecting', listed(waiting)), 2 * 60 * MINUTE, 'codexbar'],
    [
      'is not there once the companion is lost',
      known('reconnecting', { ...listed(waiting), ...longLost }),
      0,
      'codexbar',
    ],
    ['is of the display for who is signed out', known('signed-out', listed(waiting)), 0, '(3) codexbar'],
    ['is of the display until the sessions are there', known('connecting'), 0, '(3) codexbar'],
    [
      'stays as long as the display believes it',
      known('signed-out', { statusAt: NOW - MINUTE + 1 }),
      0,
      '(3) codexbar',
    ],
    ['is not there once the display is lost', known('signed-out', { statusAt: NOW - MINUTE }), 0, 'codexbar'],
  ])('%s', (_, state, today, title) => expect(pageTitle(waitingOf(state, { today, clock: NOW }))).toBe(title))
})
