import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { judge, type Sighting, type Watch, watchProcess } from '../src/core/liveness.js'
import { createLiveness } from '../src/shell/liveness.js'
import { createProcesses } from '../src/shell/processes.js'
import { createClock } from './clock.js'
import { type Stage, shownOf, stage } from './stage.js'

const SECOND = 1000
const alive = (start = 'a'): Sighting => ({ alive: true, start })
const gone: Sighting = { alive: false }

/** What becomes of process 7, named and seen at 0, over checks at the given times. */
function follow(checks: readonly (readonly [at: number, seen: Sighting])[], first: Sighting): string {
  let watch: Watch | undefined = watchProcess(7, first, 0)
  for (const [at, seen] of checks) {
    if (watch === undefined) return 'given up'
    const verdict = judge(watch, seen, at)
    if (verdict.dead) return `dead at ${at}`
    watch = verdict.watch
  }
  return watch === undefined ? 'given up' : 'watched'
}

const stories: [story: string, checks: (readonly [number, Sighting])[], end: string, first?: Sighting][] = [
  [
    'a wrapper that is gone at once says nothing',
    [
      [1000, gone],
      [2000, gone],
    ],
    'given up',
  ],
  [
    'a shell that is gone at once may be a wrapper',
    [
      [1000, gone],
      [2000, gone],
    ],
    'given up',
    { ...alive(), name: 'sh' },
  ],
  [
    'any other program is dead at the second miss from the start',
    [
      [1000, gone],
      [2000, gone],
    ],
    'dead at 2000',
    { ...alive(), name: 'claude' },
  ],
  [
    'another process under the id of such a program is not it',
    [
      [1000, alive('b')],
      [2000, alive('b')],
    ],
    'dead at 2000',
    { ...alive(), name: 'claude' },
  ],
  [
    'a process that was never seen alive says nothing',
    [
      [1000, gone],
      [2000, gone],
    ],
    'given up',
    gone,
  ],
  [
    'a clock that is set back holds no trial up',
    [
      [-5000, alive()],
      [-4000, gone],
      [-3000, gone],
    ],
    'dead at -3000',
  ],
  [
    'a check that comes too soon says nothing',
    [
      [200, gone],
      [299, gone],
    ],
    'watched',
  ],
  [
    'a process that outlives its event and dies is dead at the second miss',
    [
      [1000, alive()],
      [2000, gone],
      [3000, gone],
    ],
    'dead at 3000',
  ],
  [
    'one miss is none',
    [
      [1000, alive()],
      [2000, gone],
      [3000, alive()],
      [4000, gone],
    ],
    'watched',
  ],
  [
    'another process under the same id is not it',
    [
      [1000, alive('a')],
      [2000, alive('b')],
      [3000, alive('b')],
    ],
    'dead at 3000',
  ],
  [
    'a start that cannot be told is no difference',
    [
      [1000, { alive: true }],
      [2000, alive('b')],
      [3000, alive('b')],
    ],
    'watched',
  ],
]

it.each(stories)('%s', (_, checks, end, first = alive()) => expect(follow(checks, first)).toBe(end))

function running(file: string, ...args: string[]): ChildProcess & { pid: number } {
  const child = spawn(file, args, { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child as ChildProcess & { pid: number }
}

const sleeper = () => running('sleep', '60')

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a session behind which a process runs', () => {
  const report = (companion: Stage, pid: number, more: object = {}) =>
    companion.report('UserPromptSubmit', { pid, ...more })
  const state = async (companion: Stage) => shownOf(await companion.status(), 'Claude').state

  it('goes within two checks of its death', async () => {
    const companion = stage()
    const child = sleeper()
    await report(companion, child.pid)
    await companion.clock.advance(5 * SECOND)
    expect(await state(companion)).toBe('running')
    await kill(child)
    await companion.clock.advance(2 * SECOND)
    expect(await state(companion)).toBe('idle')
  })

  it.runIf(process.platform === 'linux')('goes when it dies before the first check', async () => {
    const companion = stage()
    const child = sleeper()
    await report(companion, child.pid)
    await kill(child)
    await companion.clock.advance(2 * SECOND)
    expect(await state(companion)).toBe('idle')
  })

  it('stays when what ran its hook is gone at once', async () => {
    const companion = stage()
    const wrapper = running('sh', '-c', 'sleep 60; true')
    await report(companion, wrapper.pid)
    await kill(wrapper)
    await companion.clock.advance(60 * SECOND)
    expect(await state(companion)).toBe('running')
  })

  it('stays when the process is of another host', async () => {
    const companion = stage()
    const child = sleeper()
    await report(companion, child.pid, { host: 'elsewhere' })
    await companion.clock.advance(5 * SECOND)
    await kill(child)
    await companion.clock.advance(60 * SECOND)
    expect(await state(companion)).toBe('running')
  })

  it('goes after a restart when the process died meanwhile', async () => {
    const companion = stage()
    const child = sleeper()
    await report(companion, child.pid)
    await companion.clock.advance(5 * SECOND)
    await kill(child)
    const again = await companion.restart()
    expect(await state(again)).toBe('unknown')
    await again.clock.advance(2 * SECOND)
    expect(await state(again)).toBe('idle')
  })

  it('is not taken over by a new one in its folder while it lives', async () => {
    const companion = stage()
    const [first, second] = [sleeper(), sleeper()]
    await report(companion, first.pid)
    await companion.clock.advance(3 * SECOND)
    await companion.report('SessionStart', { session_id: 's2', source: 'startup', pid: second.pid })
    expect(await state(companion)).toBe('running')
    await companion.report('SessionStart', { session_id: 's3', source: 'clear', pid: first.pid })
    expect(await state(companion)).toBe('idle')
  })

  it('is checked rarely when it is one of many', async () => {
    const seen: number[] = []
    const clock = createClock()
    const liveness = createLiveness({
      clock,
      processes: {
        look: () => alive(),
        lookAll: (pids, _, then) => {
          seen.push(pids.length)
          then(new Map(pids.map((pid) => [pid, alive()])))
        },
        space: () => undefined,
      },
      isKnown: () => true,
      trusted: () => undefined,
      dead: () => undefined,
    })
    for (let pid = 1; pid <= 1000; pid += 1) liveness.saw(`Claude/${pid}`, pid)
    await clock.advance(10 * SECOND)
    expect(seen).toEqual([64, 64, 64, 64, 64, 64, 64, 64, 64, 1000])
    liveness.close()
    expect(clock.waiting).toBe(0)
  })
})

describe('a look at processes', () => {
  const asked: string[][] = []
  const ps = (code: number, stdout: string) =>
    createProcesses(async (file, args) => {
      asked.push([file, ...args])
      return { code, stdout }
    }, 'darwin')
  const lookAll = (processes: ReturnType<typeof ps>, pids: number[]) =>
    new Promise((resolve) => processes.lookAll(pids, true, resolve))

  it('reads what ps says where there is no /proc', async () => {
    const seen = await lookAll(
      ps(0, '   12 Ss   Mon Nov 30 09:00:00 2026\n   13 Z+   Mon Nov 30 09:00:01 2026\n'),
      [12, 13, 14],
    )
    expect(seen).toEqual(
      new Map([
        [12, { alive: true, start: 'Mon Nov 30 09:00:00 2026' }],
        [13, gone],
        [14, gone],
      ]),
    )
    expect(asked[0]).toEqual(['ps', '-o', 'pid=,stat=,lstart=', '-p', '12,13,14'])
  })
  it('learns nothing when ps cannot be run', async () => expect(await lookAll(ps(127, ''), [12])).toBeUndefined())
  it('believes ps when none is left', async () => expect(await lookAll(ps(1, ''), [12])).toEqual(new Map([[12, gone]])))

  it.each(['linux', 'darwin'] as const)('sees this process and not a dead one on %s', async (platform) => {
    if (platform === 'linux' && process.platform !== 'linux') return
    const processes = createProcesses(async () => ({ code: 127, stdout: '' }), platform)
    const child = sleeper()
    expect(processes.look(process.pid).alive).toBe(true)
    expect(processes.look(child.pid).alive).toBe(true)
    await kill(child)
    expect(processes.look(child.pid).alive).toBe(false)
  })
})
