import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isLocalProcess, parseSessionFile } from '../src/agents/claude/session-file.js'
import { createSessionFolder } from '../src/agents/claude/session-folder.js'
import { createProcesses } from '../src/shell/processes.js'
import { type Stage, shownOf, stage, temporaryFolder } from './stage.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const POLL = 500
const here = createProcesses(async () => ({ code: 127, stdout: '' }))

/** Writes the file of a process of session `s1`, stamped now. */
function show(companion: Stage, status: string, more: Record<string, unknown> = {}): string {
  const pid = (more.pid as number | undefined) ?? process.pid
  const path = join(companion.home, 'claude/sessions', `${pid}.json`)
  const { start } = here.look(pid)
  const file = { pid, sessionId: 's1', status, statusUpdatedAt: companion.clock.now(), procStart: start, ...more }
  writeFileSync(path, JSON.stringify(file))
  return path
}

const shown = async (companion: Stage) => {
  const { state, reason } = shownOf(await companion.status(), 'Claude')
  return `${state} ${reason}`.trim()
}

const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'make' } }

async function waiting(companion: Stage): Promise<void> {
  await companion.report('UserPromptSubmit', { turn_id: 'p1' })
  await companion.report('PreToolUse', { turn_id: 'p1', ...call })
  await companion.report('PermissionRequest', { turn_id: 'p1', ...call })
  await companion.clock.advance(SECOND)
  show(companion, 'waiting')
  await companion.clock.advance(POLL)
  expect(await shown(companion)).toBe('needs_user permission_request')
}

function sleeper(): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child as ChildProcess & { pid: number }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('within a second the session file shows', () => {
  it('a refusal: nobody asks any more, nothing runs', async () => {
    const companion = stage()
    await waiting(companion)
    await companion.clock.advance(3 * SECOND)
    show(companion, 'idle')
    await companion.clock.advance(POLL)
    expect(await shown(companion)).toMatch(/^idle/)
  })

  it('a yes to a command that runs for long', async () => {
    const companion = stage()
    await waiting(companion)
    await companion.clock.advance(3 * SECOND)
    show(companion, 'busy')
    await companion.clock.advance(POLL)
    expect(await shown(companion)).toMatch(/^running/)
    await companion.clock.advance(40 * MINUTE)
    expect(await shown(companion)).toMatch(/^running/)
  })

  it('Esc while the model works', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit', { turn_id: 'p1' })
    show(companion, 'busy')
    await companion.clock.advance(3 * SECOND)
    show(companion, 'idle')
    await companion.clock.advance(POLL)
    expect(await shown(companion)).toMatch(/^idle/)
  })

  it('a client that was killed', async () => {
    const companion = stage()
    const child = sleeper()
    await companion.report('UserPromptSubmit')
    show(companion, 'busy', { pid: child.pid })
    await companion.clock.advance(5 * SECOND)
    await kill(child)
    await companion.clock.advance(2 * POLL)
    expect(await shown(companion)).toBe('idle')
  })

  it('another process under the id of one that died', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    show(companion, 'busy', { procStart: '1' })
    await companion.clock.advance(2 * POLL)
    expect(await shown(companion)).toBe('idle')
  })

  it('what a session does that was remembered over a restart', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    show(companion, 'busy')
    const again = await companion.restart()
    expect(await shown(again)).toBe('unknown')
    await again.clock.advance(POLL)
    expect(await shown(again)).toMatch(/^running/)
  })
})

describe('no more than it knows', () => {
  it('a wait that lasts stays a wait, and is renewed', async () => {
    const companion = stage()
    await waiting(companion)
    await companion.clock.advance(90 * MINUTE)
    expect(await shown(companion)).toBe('needs_user permission_request')
  })

  it('a file that goes while its process lives means nothing', async () => {
    const companion = stage()
    await waiting(companion)
    rmSync(show(companion, 'waiting'))
    await companion.clock.advance(10 * SECOND)
    expect(await shown(companion)).toBe('needs_user permission_request')
  })

  it('a file that went with its process means the end', async () => {
    const companion = stage()
    const child = sleeper()
    await companion.report('UserPromptSubmit')
    const path = show(companion, 'busy', { pid: child.pid })
    await companion.clock.advance(SECOND)
    rmSync(path)
    await kill(child)
    await companion.clock.advance(2 * POLL)
    expect(await shown(companion)).toBe('idle')
  })

  it('the file that a killed process left says nothing of the session that was resumed', async () => {
    const companion = stage()
    const old = sleeper()
    show(companion, 'busy', { pid: old.pid })
    await kill(old)
    await companion.report('SessionStart', { source: 'resume', pid: process.pid })
    await companion.report('UserPromptSubmit', { turn_id: 'p2', pid: process.pid })
    await companion.clock.advance(5 * SECOND)
    expect(await shown(companion)).toBe('running user_prompt')
  })

  it('a session nobody reported is not made up', async () => {
    const companion = stage()
    await companion.report('Stop', { session_id: 'other', cwd: '/x/y' })
    show(companion, 'waiting')
    await companion.clock.advance(5 * SECOND)
    expect(shownOf(await companion.status(), 'Claude')).toMatchObject({ state: 'done', count: 1 })
  })

  it('a process of another space is neither dead nor renewed', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    show(companion, 'busy', { pid: 2 ** 30, procStart: '1', pidDomain: 'linux:x:pid:[1]' })
    await companion.clock.advance(5 * SECOND)
    if (process.platform === 'linux') expect(await shown(companion)).toMatch(/^running/)
  })

  it('is not looked at without a session', async () => {
    const companion = stage()
    await companion.clock.advance(5 * SECOND)
    expect(companion.clock.waiting).toBe(0)
  })

  const strange: [name: string, text: string][] = [
    ['nothing', ''],
    ['half a file', '{"pid":1,"sess'],
    ['another shape', '{"pid":"x","session":1}'],
    ['a list', '[]'],
    [
      'a status nobody knows',
      JSON.stringify({ pid: process.pid, sessionId: 's1', status: 'dreaming', statusUpdatedAt: 1 }),
    ],
    ['the file of another process', JSON.stringify({ pid: 1, sessionId: 's1', status: 'idle', statusUpdatedAt: 9e15 })],
    ['a large file', `{"pid":${process.pid},"sessionId":"s1","status":"idle","x":"${'x'.repeat(100_000)}"}`],
  ]
  it.each(strange)('%s changes nothing and is said at most once', async (_, text) => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    writeFileSync(join(companion.home, 'claude/sessions', `${process.pid}.json`), text)
    await companion.clock.advance(10 * SECOND)
    expect(await shown(companion)).toBe('running user_prompt')
    expect(companion.facts.length).toBeLessThanOrEqual(1)
  })

  it('a missing folder changes nothing', async () => {
    const companion = stage({ config: { claude_dir: join(temporaryFolder(), 'none') } })
    await companion.report('UserPromptSubmit')
    await companion.clock.advance(10 * SECOND)
    expect(companion.facts).toEqual([])
  })
})

describe('the folder', () => {
  it('opens session files and nothing beside them', () => {
    const folder = temporaryFolder()
    const names = ['12.json', '12.abc.key', '012.json', 'x.json', '12.json.tmp', '../12.json', '0.json']
    for (const name of names.filter((name) => !name.includes('/'))) {
      writeFileSync(join(folder, name), JSON.stringify({ pid: 12, sessionId: name }))
      if (name !== '12.json') chmodSync(join(folder, name), 0o000)
    }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const files = createSessionFolder(folder, log)
    expect(files.scan().map(({ sessionId }) => sessionId)).toEqual(['12.json'])
    expect(files.has(12)).toBe(true)
  })

  it('with more files than are looked at reads the newest, and says so once', () => {
    const folder = temporaryFolder()
    const said: string[] = []
    const say = (fact: string) => void said.push(fact)
    for (let pid = 1000; pid < 1600; pid += 1) {
      const path = join(folder, `${pid}.json`)
      writeFileSync(path, JSON.stringify({ pid, sessionId: `s${pid}` }))
      utimesSync(path, pid, pid)
    }
    const files = createSessionFolder(folder, { info: say, warn: say, error: say })
    expect(files.scan()).toHaveLength(512)
    files.scan()
    expect([files.has(1599), files.has(1000)]).toEqual([true, false])
    expect(said).toEqual([expect.stringContaining('600 session files')])
  })

  it('reads a file when it changed, once more for what the clock of the disk hides, and no more', () => {
    const folder = temporaryFolder()
    const files = createSessionFolder(folder, { info: () => undefined, warn: () => undefined, error: () => undefined })
    writeFileSync(join(folder, '12.json'), '{"pid":12,"sessionId":"a"}')
    expect([files.scan().length, files.scan().length, files.scan().length]).toEqual([1, 1, 0])
    writeFileSync(join(folder, '12.json'), '{"pid":12,"sessionId":"bb"}')
    expect([files.scan().length, files.scan().length, files.scan().length]).toEqual([1, 1, 0])
  })
})

it('reads what the client writes', () => {
  const path = new URL('fixtures/session-file.json', import.meta.url)
  const file = parseSessionFile(readFileSync(path, 'utf8'))
  expect(file).toEqual({
    pid: 17820,
    sessionId: 'daac97ba-ca82-426c-ac17-56d07f1b938e',
    status: 'waiting',
    statusUpdatedAt: 1796029031616,
    procStart: '112990',
    pidDomain: 'linux:00000000000000000000000000000000:pid:[4026531836]',
  })
  if (file === undefined) return
  expect(isLocalProcess(file, 'pid:[4026531836]')).toBe(true)
  expect(isLocalProcess(file, 'pid:[1]')).toBe(false)
  expect(isLocalProcess(file, undefined)).toBe(true)
  if (process.platform === 'linux') expect(here.space()).toBe(readlinkSync('/proc/self/ns/pid'))
})
