import { describe, expect, it } from 'vitest'
import { createLedger, type Session } from '../../src/session/index.js'
import type { Report } from '../../src/wire/index.js'
import { createDesk } from './desk.js'

const event = (name: string, rest: Partial<Report> = {}): Report => ({
  provider: 'Claude',
  event: name,
  session_id: 's1',
  cwd: '/home/u/api',
  ...rest,
})

/** Plays reports, then gives what was kept, as JSON keeps it, to a ledger that starts at `at`. */
function restarted(reports: readonly [number, Report][], at: number) {
  const before = createDesk()
  for (const [t, report] of reports) before.tell(t, report)
  const kept = JSON.parse(JSON.stringify([...before.ledger.sessions()])) as Session[]
  const after = createDesk()
  after.advanceTo(at)
  after.ledger.restore(kept, at)
  return after
}

describe('after a restart', () => {
  it.each([
    ['what ran is unknown', [[0, event('UserPromptSubmit')]], 'unknown'],
    ['background work is unknown', [[0, event('Stop', { background_tasks: [{ type: 'shell' }] })]], 'unknown'],
    ['done is done', [[0, event('Stop')]], 'done'],
    ['an error is an error', [[0, event('StopFailure', { error: 'overloaded' })]], 'error'],
    ['an ask stands', [[0, event('PermissionRequest', { tool_name: 'Bash' })]], 'needs_user'],
  ] as [string, [number, Report][], string][])('%s', (_, reports, state) => {
    expect(restarted(reports, 31_000).state('s1')).toBe(state)
  })

  it('an event says what runs', () => {
    const desk = restarted([[0, event('UserPromptSubmit')]], 31_000)
    desk.tell(32_000, event('UserPromptSubmit'))
    expect(desk.state('s1')).toBe('running')
  })

  it.each([
    ['busy', 'running'],
    ['idle', 'idle'],
  ] as const)('a witness that says %s says what runs', (status, state) => {
    const desk = restarted([[0, event('UserPromptSubmit')]], 31_000)
    desk.witness(31_500, 'Claude/s1', status, 20_000)
    expect(desk.state('s1')).toBe(state)
  })

  it('a stop over background work is still a stop once the work ends', () => {
    const background_tasks = [{ id: 'a', type: 'subagent', status: 'running' }]
    const desk = restarted([[0, event('Stop', { background_tasks })]], 31_000)
    desk.tell(32_000, event('PostToolUse', { agent_id: 'a', tool_name: 'Read' }))
    expect(desk.state('s1')).toBe('running')
    desk.tell(40_000, event('SubagentStop', { agent_id: 'a' }))
    expect(desk.state('s1')).toBe('done')
  })

  it('an ask that stands is not announced again', () => {
    const desk = restarted([[0, event('PermissionRequest', { tool_name: 'Bash' })]], 31_000)
    desk.advanceTo(60_000)
    expect(desk.changes).toEqual([])
  })

  it('times of a clock that was wrong are now', () => {
    const desk = restarted([[9_000_000, event('PermissionRequest', { tool_name: 'Bash' })]], 31_000)
    expect(desk.record('s1')).toMatchObject({ state: 'needs_user', since: 31_000, at: 31_000 })
  })

  it('an ask that stands closes as ever', () => {
    const desk = restarted([[0, event('PermissionRequest', { tool_name: 'Bash', fingerprint: 'p' })]], 31_000)
    desk.tell(40_000, event('PostToolUse', { tool_name: 'Bash', fingerprint: 'p' }))
    expect(desk.state('s1')).toBe('running')
  })
})

describe('a ledger', () => {
  it('keeps no more sessions than its limit, and drops those off the display first', () => {
    const ledger = createLedger({ limit: 3 })
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
      ledger.take(event('UserPromptSubmit', { session_id: name, cwd: `/p/${name}` }), index)
    }
    expect([...ledger.sessions()].map(({ id }) => id)).toEqual(['b', 'c', 'd'])
  })

  it.each([
    ['a provider nobody knows', { provider: 'gemini', event: 'Stop', session_id: 's', cwd: '/x' }, 'unknown_provider'],
    ['no provider', { provider: '', event: 'Stop', session_id: 's', cwd: '/x' }, 'unknown_provider'],
    ['neither session nor folder', { provider: 'Claude', event: 'Stop' }, 'no_identity'],
    ['an empty folder and no session', { provider: 'Claude', event: 'Stop', cwd: '' }, 'no_identity'],
    ['a session nobody knows without a folder', { provider: 'Claude', event: 'Stop', session_id: 's' }, 'no_identity'],
  ])('refuses %s and keeps nothing', (_, report, error) => {
    const ledger = createLedger()
    expect(ledger.take(report, 0)).toMatchObject({ error })
    expect([...ledger.sessions()]).toEqual([])
  })

  it('takes an event without a folder for a session it knows', () => {
    const ledger = createLedger()
    ledger.take(event('UserPromptSubmit'), 0)
    expect(ledger.take({ provider: 'Claude', event: 'Stop', session_id: 's1' }, 1)).not.toHaveProperty('error')
  })

  it('ignores an event nobody knows and keeps nothing', () => {
    const ledger = createLedger()
    expect(ledger.take(event('Nonsense'), 0)).toMatchObject({ ignored: true })
    expect([...ledger.sessions()]).toEqual([])
  })

  it('drops a session nobody heard of for twelve hours', () => {
    const desk = createDesk()
    desk.tell(0, event('PermissionRequest', { tool_name: 'Bash' }))
    desk.advanceTo(13 * 3_600_000)
    expect([...desk.ledger.sessions()]).toEqual([])
    expect(desk.changes.at(-1)).toMatchObject({ type: 'ask-closed', why: 'session_ended' })
  })
})

describe('a clock that is set back an hour', () => {
  const HOUR = 3_600_000

  it.each([
    ['a stop is a stop', [event('UserPromptSubmit'), event('Stop')], 'done'],
    ['a prompt begins', [event('Stop'), event('UserPromptSubmit')], 'running'],
    [
      'an end that was not just now does not hide a start',
      [event('SessionEnd'), event('SessionStart', { source: 'resume' })],
      'idle',
    ],
    ['a start is a start', [event('UserPromptSubmit'), event('SessionStart', { source: 'resume' })], 'idle'],
    [
      'a tool call shows that a turn goes on',
      [event('Stop'), event('PreToolUse', { tool_name: 'Bash', tool_use_id: 'u' })],
      'running',
    ],
  ])('%s', (_, [before, after], state) => {
    const ledger = createLedger()
    ledger.take(event('SessionStart', { source: 'startup' }), 2 * HOUR - 10_000)
    ledger.take(before as Report, 2 * HOUR)
    ledger.take(after as Report, HOUR)
    expect([...ledger.records()].map((record) => record.state)).toEqual([state])
  })

  it('does not keep an ask from being announced', () => {
    const ledger = createLedger()
    ledger.take(event('PermissionRequest', { tool_name: 'Bash' }), 2 * HOUR)
    const taken = ledger.tick('Claude/s1', HOUR)
    expect(taken?.changes.map(({ type }) => type)).toContain('ask-announced')
  })
})

describe('a process that died', () => {
  it('ends its session, and answers nothing', () => {
    const desk = createDesk()
    desk.tell(0, event('PermissionRequest', { tool_name: 'Bash' }))
    desk.witness(5000, 'Claude/s1', 'dead')
    expect(desk.changes).toContainEqual(expect.objectContaining({ type: 'ask-closed', why: 'session_ended' }))
  })
})

describe('odd input', () => {
  it.each([
    ['an empty session id is none', { session_id: '' }, 'Claude/cwd-'],
    ['an empty turn id is none', { turn_id: '' }, 'Claude/s1'],
    [
      'a notification type that every object has',
      { event: 'Notification', notification_type: 'constructor' },
      'Claude/s1',
    ],
    ['an event that every object has', { event: 'toString' }, 'Claude/s1'],
  ])('%s', (_, rest, key) => {
    const taken = createLedger().take(event('UserPromptSubmit', rest), 0)
    expect(taken).toMatchObject({ key: expect.stringContaining(key) })
  })

  it('looks only so deep into an input', () => {
    let input: unknown = 'x'
    for (let depth = 0; depth < 100_000; depth += 1) input = [input]
    expect(createLedger().take(event('PreToolUse', { tool_name: 'Bash', tool_input: input }), 0)).not.toHaveProperty(
      'error',
    )
  })
})
