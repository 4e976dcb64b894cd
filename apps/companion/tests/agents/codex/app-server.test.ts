import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { appServer } from '../../../src/agents/codex/quota/app-server.js'
import { limitsIn, readMessage, saidIn, updated } from '../../../src/agents/codex/quota/app-server-answer.js'
import { systemClock } from '../../../src/shell/clock.js'
import { type ChildListener, type Spawn, systemSpawn } from '../../../src/shell/spawn.js'
import { createClock, turn } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestPost, testPost } from '../quota-post.js'
import { usageFixture } from './usage-fixture.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

const recorded = readFileSync(usageFixture('codex-app-server-response.json'), 'utf8')
const answered = (JSON.parse(recorded) as { result: object }).result
const spark = { limitId: 'codex_bengalfox', limitName: 'Spark', primary: { usedPercent: 30, windowDurationMins: 300 } }

type Asked = { id?: number; method: string; params?: unknown }

/** What a made-up app-server says when it is asked something; nothing where that is no row. */
type Manners = Readonly<Record<string, (asked: Asked, listener: ChildListener) => void>>

const answer =
  (result: object) =>
  ({ id }: Asked, { line }: ChildListener) =>
    line(JSON.stringify({ id, result }))
const fail =
  (error: object) =>
  ({ id }: Asked, { line }: ChildListener) =>
    line(JSON.stringify({ id, error }))
const greet = { initialize: answer({ userAgent: 'codex' }) }
const READ = 'account/rateLimits/read'

/** A program in the place of Codex that answers as its manners are, and what happened to it. */
function actor(manners: Manners) {
  const asked: Asked[] = []
  const runs: { file: string; args: readonly string[]; home: string | undefined }[] = []
  let alive = 0
  const spawn: Spawn = (file, args, { env }, listener) => {
    runs.push({ file, args, home: env.CODEX_HOME })
    alive += 1
    let isOver = false
    return {
      send(text) {
        const message = JSON.parse(text) as Asked
        asked.push(message)
        setImmediate(() => !isOver && manners[message.method]?.(message, listener))
      },
      async end() {
        if (!isOver) alive -= 1
        isOver = true
      },
    }
  }
  return { spawn, asked, runs, alive: () => alive }
}

async function begin(manners: Manners, edges: Parameters<typeof testPost>[0] = {}) {
  const codex = actor(manners)
  const post = testPost({ spawn: codex.spawn, ...edges })
  const running = appServer.create(post)
  onTestFinished(() => running.close())
  for (let round = 0; round < 5; round += 1) await turn()
  return { codex, post, running }
}

const windowsTold = ({ told }: TestPost) =>
  told.map(({ readings }) => readings.map(({ window, pct, resetsAt }) => [window, pct, resetsAt]))

describe('the app-server of Codex', () => {
  it('is greeted, told so, and asked, in this order, and ended after it answered', async () => {
    const { codex, post } = await begin({ ...greet, [READ]: answer(answered) })
    expect(codex.asked.map(({ method }) => method)).toEqual(['initialize', 'initialized', READ])
    expect(codex.asked[0]?.params).toMatchObject({ clientInfo: { name: 'codexbar' } })
    expect(codex.asked[1]).not.toHaveProperty('id')
    expect(codex.runs).toEqual([{ file: 'codex', args: ['app-server'], home: join(post.home, '.codex') }])
    expect(codex.alive()).toBe(0)
    expect(post.notes).toEqual(['ok'])
    expect(post.told[0]).toMatchObject({ source: 'codex_app_server', whole: 'all', observedAt: post.clock.now() })
    expect(windowsTold(post)).toEqual([[[':18000', 25, 1_789_000_000_000]]])
  })

  it('is not asked before it greeted back', async () => {
    const { codex } = await begin({})
    expect(codex.asked.map(({ method }) => method)).toEqual(['initialize'])
  })

  it('is asked once more where the first question got lost', async () => {
    let questions = 0
    const { codex, post } = await begin({
      ...greet,
      [READ]: (asked, listener) => {
        questions += 1
        if (questions === 2) answer(answered)(asked, listener)
      },
    })
    await post.clock.advance(5 * SECOND - 1)
    expect(post.notes).toEqual([])
    await post.clock.advance(1)
    await turn()
    expect(post.notes).toEqual(['ok'])
    await post.clock.advance(10 * SECOND)
    expect([questions, codex.alive()]).toEqual([2, 0])
  })

  it('is asked once where its answer takes seconds', async () => {
    const clock = createClock()
    let questions = 0
    const slowly: Manners[string] = (asked, listener) => {
      questions += 1
      clock.setTimer(4 * SECOND, () => answer(answered)(asked, listener))
    }
    const { post } = await begin({ ...greet, [READ]: slowly }, { clock })
    await clock.advance(10 * SECOND)
    expect([questions, post.notes]).toEqual([1, ['ok']])
  })

  it('is asked again where the first question came too early', async () => {
    let questions = 0
    const { post } = await begin({
      ...greet,
      [READ]: (asked, listener) => {
        questions += 1
        const manner = questions === 1 ? fail({ code: -32600, message: 'Not initialized' }) : answer(answered)
        manner(asked, listener)
      },
    })
    await post.clock.advance(5 * SECOND)
    await turn()
    expect(post.notes).toEqual(['ok'])
  })

  const ends: [name: string, manners: Manners, state: string][] = [
    [
      'is not signed in',
      {
        ...greet,
        [READ]: fail({ code: -32600, message: 'codex account authentication required to read rate limits' }),
      },
      'no_credentials',
    ],
    [
      'has an API key',
      { ...greet, [READ]: fail({ code: -32600, message: 'chatgpt authentication required to read rate limits' }) },
      'no_credentials',
    ],
    ['is too old', { ...greet, [READ]: fail({ code: -32601, message: 'Method not found' }) }, 'unsupported'],
    [
      'is too old and says so at length',
      {
        ...greet,
        [READ]: fail({
          code: -32600,
          message:
            'Invalid request: unknown variant `account/rateLimits/read`, expected one of `initialize`, `account/login/start`',
        }),
      },
      'unsupported',
    ],
    ['cannot be greeted', { initialize: fail({ code: -32601, message: 'method not found' }) }, 'unsupported'],
    [
      'reaches nobody',
      { ...greet, [READ]: fail({ code: -32603, message: 'failed to fetch codex rate limits: error sending request' }) },
      'unreachable',
    ],
    [
      'is told that its token is no good',
      {
        ...greet,
        [READ]: fail({ code: -32603, message: 'failed to fetch codex rate limits: GET failed: 401 Unauthorized' }),
      },
      'auth_expired',
    ],
    [
      'is told to wait',
      { ...greet, [READ]: fail({ code: -32603, message: 'failed to fetch codex rate limits: 429 Too Many Requests' }) },
      'rate_limited',
    ],
    ['answers nonsense', { ...greet, [READ]: answer({ hello: 1 }) }, 'bad_answer'],
    [
      'has no limits',
      { ...greet, [READ]: answer({ rateLimits: { limitId: 'codex', primary: null, secondary: null } }) },
      'empty',
    ],
    ['ends early', { initialize: (_, { ended }) => ended(true) }, 'unreachable'],
    ['is not there', { initialize: (_, { ended }) => ended(false) }, 'absent'],
    ['ends while it is asked', { ...greet, [READ]: (_, { ended }) => ended(true) }, 'unreachable'],
  ]
  it.each(ends)('%s', async (_, manners, state) => {
    const { codex, post } = await begin(manners)
    expect(post.notes).toEqual([state])
    expect(post.told.flatMap(({ readings }) => readings)).toEqual([])
    expect(codex.alive()).toBe(0)
  })

  it('may say other things first', async () => {
    const { post } = await begin({
      initialize: (asked, listener) => {
        listener.line('')
        listener.line('Loading {')
        listener.line('[1, 2]')
        listener.line(JSON.stringify({ id: 7, result: answered }))
        listener.line(JSON.stringify({ id: 2, method: 'item/ask', params: {} }))
        listener.line(JSON.stringify({ method: 'configWarning', params: null }))
        greet.initialize(asked, listener)
      },
      [READ]: answer(answered),
    })
    expect(post.notes).toEqual(['ok'])
    expect(post.told).toHaveLength(1)
  })

  it('is ended where it says nothing', async () => {
    const { codex, post } = await begin(greet)
    await post.clock.advance(20 * SECOND)
    await turn()
    expect([post.notes, codex.alive()]).toEqual([['timeout'], 0])
  })

  it('is ended where the companion ends', async () => {
    const { codex, post, running } = await begin(greet)
    await running.close()
    expect([post.notes, codex.alive(), post.clock.waiting]).toEqual([[], 0, 0])
  })

  it('is asked one at a time, and seldom', async () => {
    const { codex, post } = await begin({ ...greet, [READ]: answer(answered) })
    await post.clock.advance(299 * SECOND)
    expect(codex.runs).toHaveLength(1)
    await post.clock.advance(2 * MINUTE)
    expect(codex.runs).toHaveLength(2)
    expect(codex.alive()).toBe(0)
  })
})

describe('what the app-server says', () => {
  const read = (result: unknown, before = {}) => {
    const said = saidIn(result, before)
    return (
      said && { ...said, limits: limitsIn(said.limits).map(({ id, windows }) => [id, windows.map(({ pct }) => pct)]) }
    )
  }
  const main = {
    limitId: 'codex',
    primary: { usedPercent: 25, windowDurationMins: 300, resetsAt: 9 },
    secondary: { usedPercent: 18, windowDurationMins: 10_080 },
  }

  it('is not all there is where it lists no limits by their ids', () => {
    expect(read({ rateLimits: main, rateLimitsByLimitId: null })).toEqual({
      limits: [['codex', [25, 18]]],
      isWhole: false,
    })
  })
  it('counts under its id', () => {
    const byId = { codex: { ...main, secondary: null }, codex_bengalfox: spark }
    expect(read({ rateLimits: main, rateLimitsByLimitId: byId })).toEqual({
      limits: [
        ['codex', [25]],
        ['codex_bengalfox', [30]],
      ],
      isWhole: true,
    })
  })
  it('may leave the main limit out of the list', () => {
    expect(read({ rateLimits: main, rateLimitsByLimitId: { codex_bengalfox: spark } })?.limits).toEqual([
      ['codex', [25, 18]],
      ['codex_bengalfox', [30]],
    ])
  })
  it('may hold what is not understood', () => {
    expect(read({ rateLimits: main, rateLimitsByLimitId: { x: 7 } })).toEqual({
      limits: [['codex', [25, 18]]],
      isWhole: false,
    })
    expect(read({ rateLimits: 7 })).toBeUndefined()
    expect(read(null)).toBeUndefined()
  })
  it('changes only what an update names: null clears nothing', () => {
    const after = updated(
      { codex: main },
      { limitId: null, primary: { usedPercent: 31, windowDurationMins: null }, secondary: null },
    )
    expect(after.codex).toEqual({ ...main, primary: { usedPercent: 31, windowDurationMins: 300, resetsAt: 9 } })
  })
  it('adds the limit that an update is the first to name', () => {
    expect(read({ rateLimits: main }, updated({}, spark))?.limits).toEqual([
      ['codex_bengalfox', [30]],
      ['codex', [25, 18]],
    ])
  })
  it('is read line by line', () => {
    expect(readMessage(recorded.replaceAll('\n', ''))).toMatchObject({ is: 'answer', id: 2 })
    const update = { method: 'account/rateLimits/updated', params: { rateLimits: spark } }
    expect(readMessage(JSON.stringify(update))).toEqual({ is: 'update', limit: spark })
    expect(readMessage('{"id":1}')).toBeUndefined()
    expect(readMessage('{')).toBeUndefined()
  })
})

/** A real program called `codex`, of that text, in a folder of its own. */
function program(text: string): { path: string; pids: () => number[] } {
  const folder = temporaryFolder()
  const path = join(folder, 'bin')
  const log = join(folder, 'pids')
  mkdirSync(path)
  const note = `require('node:fs').appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')`
  writeFileSync(join(path, 'codex'), `#!${process.execPath}\nconst note = ${JSON.stringify(note)}\n${note}\n${text}`)
  chmodSync(join(path, 'codex'), 0o755)
  const pids = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : [])
  return { path, pids }
}

/** Whether a process runs. One that only waits to be counted does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  } catch {
    return false
  }
}

const WELL = `
const { createInterface } = require('node:readline')
createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method } = JSON.parse(text)
  const result = method === 'initialize' ? {} : ${JSON.stringify(answered)}
  if (id !== undefined) console.log(JSON.stringify({ id, result }))
})
`
const DEAF = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000);`

describe('a real program in the place of Codex', () => {
  function post(path: string, home = temporaryFolder()): TestPost {
    return {
      ...testPost({ home, spawn: systemSpawn, env: { HOME: home, PATH: path } }),
      clock: systemClock as TestPost['clock'],
    }
  }

  const programs: [name: string, text: string, state: string][] = [
    ['that answers', WELL, 'ok'],
    ['that does not want to end', `${DEAF}${WELL}`, 'ok'],
    ['that prints a line without an end', `process.stdout.write('x'.repeat(5_000_000) + '\\n');${WELL}`, 'ok'],
    [
      'that starts another, which does not want to end',
      `require('node:child_process').spawn(process.execPath, ['-e', note + ${JSON.stringify(`;${DEAF}`)}], { stdio: 'inherit' });${WELL}`,
      'ok',
    ],
    [
      'that answers and is gone at once',
      `process.stdin.once('data', () => { console.log('{"id":1,"result":{}}'); process.stdin.once('data', () => { console.log(${JSON.stringify(JSON.stringify({ id: 2, result: answered }))}); process.exit(0) }) })`,
      'ok',
    ],
    ['that fails', 'process.exit(2)', 'unreachable'],
  ]
  it.each(programs)('%s is gone after it was asked', async (_, text, state) => {
    const { path, pids } = program(text)
    const person = post(path)
    const running = appServer.create(person)
    onTestFinished(() => running.close())
    await waitUntil('a look', () => person.notes.length > 0, { within: 20_000 })
    expect(person.notes).toEqual([state])
    expect(pids().length).toBeGreaterThan(0)
    await waitUntil('all of it to be gone', () => !pids().some(isAlive), { within: 2_000, saw: pids })
  })

  it('that never answers is gone when the companion ends', async () => {
    const { path, pids } = program(DEAF)
    const running = appServer.create(post(path))
    await waitUntil('the program to run', () => pids().length > 0, { within: 20_000 })
    expect(pids().filter(isAlive)).toHaveLength(1)
    await running.close()
    expect(pids().filter(isAlive)).toEqual([])
  })

  it('that is not there is absent', async () => {
    const person = post('/nonexistent')
    const running = appServer.create(person)
    onTestFinished(() => running.close())
    await waitUntil('a look', () => person.notes.length > 0)
    expect(person.notes).toEqual(['absent'])
  })
})
