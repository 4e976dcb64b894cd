import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { turn, until } from './clock.js'
import { type Stage, shownOf, stage, temporaryFolder } from './stage.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const pathOf = ({ home }: Pick<Stage, 'home'>) => join(home, 'attention-state.json')

function stateOf(companion: Pick<Stage, 'home'>) {
  return JSON.parse(readFileSync(pathOf(companion), 'utf8')) as { version: number; sessions: Record<string, unknown>[] }
}

/** A home whose companion knew a session that waits and one that ran, and has closed. */
async function remembered(): Promise<Stage> {
  const companion = stage()
  await companion.report('PermissionRequest', {
    tool_name: 'Bash',
    tool_use_id: 't1',
    tool_input: { command: 'secret' },
  })
  await companion.report('UserPromptSubmit', { provider: 'Codex', session_id: 's2', cwd: '/x/web', message: 'secret' })
  await companion.clock.advance(SECOND)
  await companion.close()
  return companion
}

/** A companion whose home was away when it wrote its state, and is back. */
async function afterFailedWrite(): Promise<Stage> {
  const companion = stage()
  rmSync(companion.home, { recursive: true })
  await companion.report('Stop')
  await companion.clock.advance(SECOND)
  await until(() => companion.facts.length > 0)
  mkdirSync(companion.home)
  return companion
}

describe('the state', () => {
  it('is written once for events that come together, 100 ms after the first', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    await companion.report('Stop')
    await companion.clock.advance(99)
    expect(() => statSync(pathOf(companion))).toThrow()
    await companion.clock.advance(1)
    await until(() => readdirSync(companion.home).includes('attention-state.json'))
    expect(stateOf(companion).sessions).toHaveLength(1)
  })

  it('is complete when the companion has closed, whatever was being written', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    await companion.clock.advance(100)
    await companion.report('Stop')
    void companion.close()
    const closed = readFileSync(pathOf(companion), 'utf8')
    await turn()
    expect(readFileSync(pathOf(companion), 'utf8')).toBe(closed)
    expect(closed).toContain('"done"')
    expect(stateOf(companion)).toMatchObject({ version: 1, sessions: [{ provider: 'Claude', id: 's1' }] })
  })

  it('is for its owner only, and holds no words', async () => {
    const companion = await remembered()
    expect(statSync(pathOf(companion)).mode & 0o777).toBe(0o600)
    expect(readFileSync(pathOf(companion), 'utf8')).not.toContain('secret')
    expect(readdirSync(companion.home).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('is written less often when it is large', async () => {
    const companion = stage()
    for (let index = 0; index < 1000; index += 1) {
      await companion.report('UserPromptSubmit', { session_id: `s${index}`, cwd: `/p/${index}` })
    }
    await companion.clock.advance(100)
    await until(() => readdirSync(companion.home).includes('attention-state.json'))
    const { mtimeMs } = statSync(pathOf(companion))
    await companion.report('Stop')
    await companion.clock.advance(599)
    expect(statSync(pathOf(companion)).mtimeMs).toBe(mtimeMs)
    await companion.clock.advance(1)
    await until(() => statSync(pathOf(companion)).mtimeMs !== mtimeMs)
  })

  it('that could not be written is written once it can be', async () => {
    const companion = await afterFailedWrite()
    await companion.clock.advance(5 * SECOND)
    await until(() => readdirSync(companion.home).includes('attention-state.json'))
    expect(stateOf(companion).sessions).toHaveLength(1)
  })

  it('that could not be written is written at the end', async () => {
    const companion = await afterFailedWrite()
    await companion.close()
    expect(stateOf(companion).sessions).toHaveLength(1)
  })

  it('that cannot be written is said once and stops nothing', async () => {
    const companion = stage()
    rmSync(companion.home, { recursive: true })
    for (let count = 0; count < 3; count += 1) {
      expect(await companion.report('Stop')).toEqual({ ok: true })
      await companion.clock.advance(SECOND)
      await until(() => companion.facts.length > 0)
    }
    expect(companion.facts).toEqual([expect.stringContaining('cannot be written (ENOENT)')])
  })
})

it('whose place is taken by a folder leaves no draft behind', async () => {
  const companion = stage()
  mkdirSync(join(pathOf(companion), 'x'), { recursive: true })
  await companion.report('Stop')
  await companion.clock.advance(SECOND)
  await until(() => companion.facts.length > 0)
  await companion.close()
  expect(readdirSync(companion.home).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

describe('after a restart', () => {
  it('what waited waits, what ran is unknown', async () => {
    const again = stage({ home: (await remembered()).home })
    const status = await again.status()
    expect(shownOf(status, 'Claude')).toMatchObject({ state: 'needs_user', primary_project: 'api' })
    expect(shownOf(status, 'Codex')).toMatchObject({ state: 'unknown', primary_project: 'web' })
  })

  it('an event says what it is again', async () => {
    const again = stage({ home: (await remembered()).home })
    await again.report('Stop', { provider: 'Codex', session_id: 's2', cwd: '/x/web' })
    expect(shownOf(await again.status(), 'Codex').state).toBe('done')
  })

  it('time that passed meanwhile counts', async () => {
    const companion = await remembered()
    await companion.clock.advance(61 * MINUTE)
    const again = stage({ home: companion.home, clock: companion.clock })
    expect((await again.status()).providers.map(({ attention }) => attention.state)).toEqual(['idle', 'idle'])
  })

  it('a session without an id is the one it was', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit', { session_id: undefined })
    const again = await companion.restart()
    await again.report('Stop', { session_id: undefined })
    expect(shownOf(await again.status(), 'Claude')).toMatchObject({ state: 'done', count: 1 })
  })
})

describe('a state file that is broken', () => {
  const broken: [name: string, text: string][] = [
    ['empty', ''],
    ['cut', '{"version":1,"sessions":[{"pro'],
    ['not an object', '[]'],
    ['of another version', '{"version":2,"sessions":[]}'],
    ['without sessions', '{"version":1}'],
    ['binary', '\u0000\u0001\u0002'],
  ]
  it.each(broken)('because it is %s is an empty start with a warning', async (_, text) => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'attention-state.json'), text)
    const companion = stage({ home })
    expect((await companion.status()).providers.map(({ attention }) => attention.state)).toEqual(['idle', 'idle'])
    expect(companion.facts).toEqual([expect.stringContaining('starting with no sessions')])
  })

  it('in one session costs that session only', async () => {
    const companion = await remembered()
    const state = stateOf(companion)
    for (const session of state.sessions) if (session.provider === 'Claude') session.asks = [{ id: 1 }]
    writeFileSync(pathOf(companion), JSON.stringify({ ...state, sessions: [7, null, ...state.sessions] }))
    const again = stage({ home: companion.home })
    expect(shownOf(await again.status(), 'Claude').state).toBe('idle')
    expect(shownOf(await again.status(), 'Codex').state).toBe('unknown')
    expect(again.facts).toEqual([expect.stringContaining('3 of 4 sessions cannot be read')])
  })

  it('in what is kept beside the sessions costs that only', async () => {
    const companion = await remembered()
    writeFileSync(pathOf(companion), JSON.stringify({ ...stateOf(companion), epochs: 'x', heard: [1], processes: 3 }))
    const again = stage({ home: companion.home })
    expect(shownOf(await again.status(), 'Codex')).toMatchObject({ state: 'unknown', epoch: 0 })
  })
})

it('keeps every field of a session', async () => {
  const companion = stage()
  await companion.report('UserPromptSubmit', { turn_id: 'p1', pid: process.pid, pane: '%3' })
  await companion.report('SubagentStart', { agent_id: 'a1' })
  await companion.report('PreToolUse', {
    turn_id: 'p1',
    tool_name: 'Bash',
    tool_use_id: 't1',
    tool_input: { command: 'a' },
  })
  await companion.report('PermissionRequest', { turn_id: 'p1', tool_name: 'Bash', tool_input: { command: 'a' } })
  await companion.report('PostToolUse', {
    turn_id: 'p1',
    tool_name: 'Bash',
    tool_use_id: 't1',
    tool_input: { command: 'a' },
  })
  await companion.report('Stop', { background_tasks: [{ id: 'b', type: 'shell', status: 'running' }] })
  await companion.close()
  const before = stateOf(companion).sessions
  const again = stage({ home: companion.home, clock: companion.clock })
  await again.report('MessageDisplay')
  await again.report('SessionEnd', { session_id: 'other', cwd: '/x' })
  await again.close()
  const lost = Object.keys(before[0] ?? {}).filter((key) => !(key in (stateOf(again).sessions[0] ?? {})))
  expect(lost).toEqual([])
})
