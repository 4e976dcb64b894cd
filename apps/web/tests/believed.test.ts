import type { SessionRecord, Status } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { believed } from '../src/believed.js'
import type { LiveState } from '../src/live.js'
import { pageTitle } from '../src/title.js'
import { waitingOf } from '../src/waiting.js'
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
  const known = (phase: LiveState['connection']['phase'], sessions?: SessionRecord[]): LiveState => ({
    connection: { phase, since: 0, failures: 0 },
    sessions: sessions && { ok: true, now: 0, sessions },
    status,
    ahead: 0,
    trouble: undefined,
  })

  test.each<[string, LiveState, number, string]>([
    ['is of the sessions', known('live', [waiting, running]), 0, '(1) codexbar'],
    ['is not there when none needs the person', known('live', [running]), 0, 'codexbar'],
    ['goes down with time', known('reconnecting', [waiting]), 2 * 60 * MINUTE, 'codexbar'],
    ['is of the display for who is signed out', known('signed-out', [waiting]), 0, '(3) codexbar'],
    ['is of the display until the sessions are there', known('connecting'), 0, '(3) codexbar'],
  ])('%s', (_, state, now, title) => expect(pageTitle(waitingOf(state, now))).toBe(title))
})
