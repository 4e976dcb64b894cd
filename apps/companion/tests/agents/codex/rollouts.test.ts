import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { rollouts } from '../../../src/agents/codex/quota/rollouts.js'
import { START } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestPost, testPost } from '../quota-post.js'
import { lineOf, talkOf } from './made-up.js'

const MINUTE = 60_000
const TODAY = 'sessions/2026/11/30'
const MB = 1024 * 1024

/** A person's Codex folder, and a source that looks into it. */
function codexHome() {
  const home = temporaryFolder()
  const root = join(home, '.codex')
  const path = (name: string) => join(root, name)

  function write(name: string, content: string, changedAt = START): string {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), content)
    utimesSync(path(name), changedAt / 1_000, changedAt / 1_000)
    return path(name)
  }

  async function begin(edges: Parameters<typeof testPost>[0] = {}) {
    const post = testPost({ home, ...edges })
    const running = rollouts.create(post)
    onTestFinished(() => running.close())
    // The newest are looked at, then all.
    await looked(post, 2)
    return { post, running }
  }
  return { home, root, path, write, begin }
}

/** What was told last of each kind of limit: its percents. */
function percents(post: TestPost): Record<string, (number | null)[]> {
  return Object.fromEntries(
    post.told.map(({ whole, readings }) => [whole[0] === '' ? 'main' : whole[0], readings.map(({ pct }) => pct)]),
  )
}

/** Waits for so many looks in all. */
async function looked(post: TestPost, looks: number): Promise<void> {
  await waitUntil(`${looks} looks`, () => post.notes.length >= looks, { every: 1, saw: () => post.notes })
}

/** Lets the clock run, and waits for these percents. */
async function shows(post: TestPost, ms: number, expected: object): Promise<void> {
  await post.clock.advance(ms)
  const holds = () => JSON.stringify(percents(post)) === JSON.stringify(expected)
  await waitUntil('figures', holds, { every: 1, saw: () => percents(post) })
}

/** Lets the clock run until the source said how another look ended. */
async function nextLook(post: TestPost, ms: number): Promise<void> {
  const before = post.notes.length
  await post.clock.advance(ms)
  await looked(post, before + 1)
}

describe('the rollouts of Codex', () => {
  it('are looked at when the source begins, before any time has passed', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START - MINUTE, [12.5, 40]))
    const { post } = await home.begin()
    expect(post.clock.now()).toBe(START)
    expect(post.told).toHaveLength(1)
    expect(post.told[0]).toMatchObject({ source: 'rollouts', observedAt: START - MINUTE, whole: [''] })
    expect(post.told[0]).not.toHaveProperty('account')
    expect(post.told[0]?.readings).toMatchObject([
      { window: ':18000', pct: 12.5, resetsAt: START - MINUTE + 2 * 3_600_000, isProven: true, isMain: true },
      { window: ':604800', pct: 40 },
    ])
    expect(post.notes).toEqual(['ok', 'ok'])
  })

  it('stand where the settings or the environment say', async () => {
    for (const place of ['settings', 'environment']) {
      const home = codexHome()
      home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [1, 2]))
      const { config, env } = testPost()
      const { post } = await home.begin(
        place === 'settings'
          ? { config: { ...config, codex_dir: home.root }, env: { HOME: '/nowhere' } }
          : { env: { ...env, HOME: '/nowhere', CODEX_HOME: home.root } },
      )
      expect(percents(post)).toEqual({ main: [1, 2] })
    }
  })

  const old = lineOf(START - 60 * MINUTE, [10, 20])
  const fresh = lineOf(START - 5 * MINUTE, [11, 21])
  const spark = lineOf(START - MINUTE, [3, 4], { limit_id: 'codex_bengalfox', limit_name: 'Spark' })
  const nothing = lineOf(START, [0, 0], { primary: null, secondary: null })
  const isNull = `${JSON.stringify({ timestamp: new Date(START).toISOString(), payload: { type: 'token_count', rate_limits: null } })}\n`
  const talk = talkOf(START - MINUTE, 1_000)

  const folders: [name: string, files: Record<string, string>, percents: object][] = [
    ['the newest line counts', { 'a.jsonl': old + fresh + talk }, { main: [11, 21] }],
    ['the newest line counts, wherever it stands', { 'a.jsonl': fresh + old }, { main: [11, 21] }],
    ['a line that is still being written is left out', { 'a.jsonl': old + fresh.slice(0, -9) }, { main: [10, 20] }],
    ['a last line needs no end', { 'a.jsonl': old + fresh.trimEnd() }, { main: [11, 21] }],
    ['lines may end as on Windows', { 'a.jsonl': (old + fresh).replaceAll('\n', '\r\n') }, { main: [11, 21] }],
    ['a line without figures is passed over', { 'a.jsonl': old + isNull + nothing }, { main: [10, 20] }],
    [
      'a limit of its own does not stand for the main one',
      { 'a.jsonl': old + spark },
      { main: [10, 20], codex_bengalfox: [3, 4] },
    ],
    ['a limit of its own may stand alone', { 'a.jsonl': spark }, { codex_bengalfox: [3, 4] }],
    [
      'a premium limit without a window says nothing',
      { 'a.jsonl': old + lineOf(START, [0, 0], { limit_id: 'premium', primary: null, secondary: null }) },
      { main: [10, 20] },
    ],
    ['the newest line counts across files', { 'a.jsonl': fresh, 'b.jsonl': old }, { main: [11, 21] }],
    [
      'each limit is found in whichever file has it',
      { 'a.jsonl': fresh, 'b.jsonl': spark },
      { main: [11, 21], codex_bengalfox: [3, 4] },
    ],
    [
      'what is no JSON is passed over',
      { 'a.jsonl': `${old}\u0000\u0001{"rate_limits":{"primary":{\n${fresh}{]\n` },
      { main: [11, 21] },
    ],
    [
      'a line behind megabytes of talk is found',
      { 'a.jsonl': fresh + talkOf(START, 3 * MB) + talkOf(START, 2 * MB) },
      { main: [11, 21] },
    ],
    [
      'a line behind many lines of talk is found',
      { 'a.jsonl': fresh + talkOf(START, 1_000).repeat(2_000) },
      { main: [11, 21] },
    ],
    [
      'of a file that is too far behind another counts',
      { 'a.jsonl': fresh + talkOf(START, 40_000).repeat(300), 'b.jsonl': old },
      { main: [10, 20] },
    ],
    ['a file of no lines says nothing', { 'a.jsonl': old, 'b.jsonl': '', 'c.jsonl': '\n\n' }, { main: [10, 20] }],
  ]
  it.each(folders)('%s', async (_, files, expected) => {
    const home = codexHome()
    for (const [name, content] of Object.entries(files)) home.write(`${TODAY}/rollout-${name}`, content)
    const { post } = await home.begin()
    expect(percents(post)).toEqual(expected)
  })

  it('count by when a line was written, not by when its file changed', async () => {
    const home = codexHome()
    home.write('sessions/2026/11/29/rollout-a.jsonl', lineOf(START - MINUTE, [30, 40]), START - 9 * MINUTE)
    home.write(`${TODAY}/rollout-fork.jsonl`, lineOf(START - 30 * MINUTE, [20, 30]), START)
    const { post } = await home.begin()
    expect(percents(post)).toEqual({ main: [30, 40] })
  })

  it('are the newest of all days, also where an old session goes on', async () => {
    const home = codexHome()
    for (let day = 1; day <= 28; day += 1) {
      const name = `sessions/2026/10/${String(day).padStart(2, '0')}`
      for (const letter of ['a', 'b', 'c']) {
        home.write(`${name}/rollout-${letter}.jsonl`, lineOf(Date.UTC(2026, 9, day), [day, 1]), Date.UTC(2026, 9, day))
      }
    }
    home.write('sessions/2025/12/31/rollout-x.jsonl', lineOf(START - MINUTE, [77, 1]), START - MINUTE)
    const { post } = await home.begin()
    expect(percents(post)).toEqual({ main: [77, 1] })
  })

  it('are read from the archive too', async () => {
    const home = codexHome()
    home.write('archived_sessions/rollout-a.jsonl', lineOf(START - MINUTE, [5, 6]))
    const { post } = await home.begin()
    expect(percents(post)).toEqual({ main: [5, 6] })
  })

  it('say no time that is to come', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START + 4 * MINUTE, [5, 6]))
    const { post } = await home.begin()
    expect(post.told[0]?.observedAt).toBe(START)
  })

  it('are those of the main limit, however many others there are', async () => {
    const home = codexHome()
    const others = Array.from({ length: 40 }, (_, other) =>
      lineOf(START - MINUTE, [1, 2], { limit_id: `codex_${other}` }),
    )
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START - 2 * MINUTE, [5, 6]) + others.join(''))
    const { post } = await home.begin()
    expect(percents(post)).toMatchObject({ main: [5, 6] })
  })

  it('are not those of a clock that was far ahead, which would count for ever', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START - MINUTE, [5, 6]) + lineOf(START + 60 * MINUTE, [90, 91]))
    const { post } = await home.begin()
    expect(percents(post)).toEqual({ main: [5, 6] })
  })

  const states: [name: string, build: (home: ReturnType<typeof codexHome>) => void, state: string][] = [
    ['absent where Codex never ran', () => undefined, 'absent'],
    ['absent where it has no sessions', ({ root }) => mkdirSync(root), 'absent'],
    ['empty where there is no session', ({ path }) => mkdirSync(path('sessions'), { recursive: true }), 'empty'],
    ['empty where no session has figures', ({ write }) => write(`${TODAY}/rollout-a.jsonl`, nothing + talk), 'empty'],
    ['unreadable where sessions is no folder', ({ write }) => write('sessions', 'x'), 'unreadable'],
    [
      'empty where a rollout is no file',
      ({ path }) => mkdirSync(path(`${TODAY}/rollout-a.jsonl`), { recursive: true }),
      'empty',
    ],
    ['ok where figures are', ({ write }) => write(`${TODAY}/rollout-a.jsonl`, old), 'ok'],
  ]
  it.each(states)('are %s', async (_, build, state) => {
    const home = codexHome()
    build(home)
    const { post } = await home.begin()
    expect(new Set(post.notes)).toEqual(new Set([state]))
  })
})

describe('rollouts that change', () => {
  it('are read on from where they ended, once for each line', async () => {
    const home = codexHome()
    const path = home.write(`${TODAY}/rollout-a-s1.jsonl`, lineOf(START - MINUTE, [10, 20]))
    const { post, running } = await home.begin()
    const line = lineOf(START, [11, 21])
    appendFileSync(path, line.slice(0, 40))
    running.stir?.('s1')
    await nextLook(post, 250)
    expect(percents(post)).toEqual({ main: [10, 20] })
    appendFileSync(path, line.slice(40))
    running.stir?.('s1')
    await shows(post, 250, { main: [11, 21] })
    expect(post.told.map(({ readings }) => readings[0]?.pct)).toEqual([10, 11])
    running.stir?.('s1')
    await nextLook(post, 250)
    expect(post.told).toHaveLength(2)
  })

  const replacements: [name: string, change: (path: string) => void][] = [
    [
      'cut',
      (path) => {
        truncateSync(path, 0)
        appendFileSync(path, lineOf(START, [7, 8]))
      },
    ],
    [
      'replaced by a longer one',
      (path) => {
        writeFileSync(`${path}.new`, talkOf(START, 9_000) + lineOf(START, [7, 8]))
        renameSync(`${path}.new`, path)
      },
    ],
    ['written anew and longer', (path) => writeFileSync(path, lineOf(START, [7, 8]) + talkOf(START, 9_000))],
    [
      'gone and there again',
      (path) => {
        unlinkSync(path)
        writeFileSync(path, lineOf(START, [7, 8]))
      },
    ],
  ]
  it.each(replacements)('are read anew where one was %s', async (_, change) => {
    const home = codexHome()
    const path = home.write(`${TODAY}/rollout-a.jsonl`, talkOf(START, 500) + lineOf(START - MINUTE, [10, 20]))
    const { post, running } = await home.begin()
    change(path)
    running.stir?.(undefined)
    await shows(post, 250, { main: [7, 8] })
  })

  it('cost nothing that is known when they go', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [10, 20]))
    const { post, running } = await home.begin()
    rmSync(home.root, { recursive: true })
    running.stir?.('s1')
    await post.clock.advance(250)
    await waitUntil('absent', () => post.notes.at(-1) === 'absent', { every: 1 })
    expect(post.told).toHaveLength(1)
  })

  it('are found by their session, however old their folder is', async () => {
    const home = codexHome()
    for (let day = 1; day <= 28; day += 1) {
      const name = `sessions/2026/10/${String(day).padStart(2, '0')}`
      for (const letter of ['a', 'b', 'c'])
        home.write(`${name}/rollout-${letter}.jsonl`, lineOf(START - 60 * MINUTE, [1, 1]))
    }
    const path = home.write('sessions/2025/01/02/rollout-x-0a1b-s9.jsonl', lineOf(START - 90 * MINUTE, [1, 1]), 1_000)
    const { post, running } = await home.begin()
    appendFileSync(path, lineOf(START, [55, 66]))
    running.stir?.('../../s9')
    running.stir?.('s9')
    await shows(post, 250, { main: [55, 66] })
  })

  it('are looked at once for many reports', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [10, 20]))
    const { post, running } = await home.begin()
    const timers = post.clock.waiting
    for (let report = 0; report < 10_000; report += 1) running.stir?.(`s${report}`)
    expect(post.clock.waiting).toBe(timers + 1)
    await nextLook(post, 250)
    expect(post.clock.waiting).toBe(timers)
  })

  it('are looked at now and then where the system tells of nothing', async () => {
    const home = codexHome()
    const path = home.write('sessions/2025/01/02/rollout-x.jsonl', lineOf(START - MINUTE, [1, 1]), 1_000)
    for (let file = 0; file < 60; file += 1) home.write(`${TODAY}/rollout-${file}.jsonl`, '', START)
    const { post } = await home.begin()
    expect(post.told).toHaveLength(0)
    appendFileSync(path, lineOf(START, [9, 9]))
    for (let minute = 0; minute < 10; minute += 1) await nextLook(post, MINUTE)
    await waitUntil('figures', () => post.told.length > 0, { every: 1 })
    expect(percents(post)).toEqual({ main: [9, 9] })
  })

  /** Waits in real time for what the system tells, while changes that come together are told of together. */
  async function heard(post: TestPost, pct: number): Promise<void> {
    const told = () => post.told.at(-1)?.readings[0]?.pct
    const holds = async () => {
      await post.clock.advance(20)
      return told() === pct
    }
    await waitUntil(`${pct} %`, holds, { every: 5, saw: told })
  }

  it.each([
    ['made', (_: string) => undefined],
    ['there', (root: string) => void mkdirSync(root)],
    ['there, and its sessions', (root: string) => void mkdirSync(join(root, 'sessions'), { recursive: true })],
  ])('are heard of from the system where the folder of Codex is %s, and on the next day', async (_, prepare) => {
    const home = codexHome()
    prepare(home.root)
    const { post } = await home.begin()
    let folder = home.home
    // Each folder on the way is made after the one above it was seen.
    for (const part of ['.codex', 'sessions', '2026', '11', '30']) {
      folder = join(folder, part)
      mkdirSync(folder, { recursive: true })
      const looks = post.notes.length
      const looksAgain = async () => {
        await post.clock.advance(20)
        return post.notes.length > looks
      }
      await waitUntil('a look', looksAgain, { every: 5, within: 500 }).catch(() => undefined)
    }
    const first = home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [1, 1]))
    await heard(post, 1)
    appendFileSync(first, lineOf(START + 1, [2, 1]))
    await heard(post, 2)
    home.write('sessions/2026/12/01/rollout-b.jsonl', lineOf(START + 2, [3, 1]))
    await heard(post, 3)
    expect(post.clock.now() - START).toBeLessThan(MINUTE)
  })

  it('are found soon where all of Codex comes up at once', async () => {
    const home = codexHome()
    const { post } = await home.begin()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [1, 1]))
    await heard(post, 1)
    expect(post.clock.now() - START).toBeLessThan(20_000)
  })

  it('are heard of where one begins while its folder is being found', async () => {
    for (let turns = 0; turns < 60; turns += 2) {
      const home = codexHome()
      home.write('sessions/2026/11/29/rollout-a.jsonl', lineOf(START - MINUTE, [1, 1]))
      const { post, running } = await home.begin()
      mkdirSync(home.path(TODAY))
      for (let one = 0; one < turns; one += 1) await new Promise((resolve) => setImmediate(resolve))
      home.write(`${TODAY}/rollout-b.jsonl`, lineOf(START, [2, 1]))
      await heard(post, 2)
      expect(post.clock.now() - START).toBeLessThan(5_000)
      await running.close()
    }
  })

  it('are heard of from a folder that was made anew', async () => {
    const home = codexHome()
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START, [1, 1]))
    const { post } = await home.begin()
    rmSync(home.path('sessions'), { recursive: true })
    home.write(`${TODAY}/rollout-a.jsonl`, lineOf(START + 1, [2, 1]), START + 1_000)
    await heard(post, 2)
    for (const pct of [3, 4]) {
      appendFileSync(home.path(`${TODAY}/rollout-a.jsonl`), lineOf(START + pct, [pct, 1]))
      await heard(post, pct)
    }
    expect(post.clock.now() - START).toBeLessThan(MINUTE)
  })
})
