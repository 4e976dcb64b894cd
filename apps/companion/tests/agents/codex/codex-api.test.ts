import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { codexApi } from '../../../src/agents/codex/quota/codex-api.js'
import { nameless } from '../../../src/agents/nameless.js'
import { START, turn } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestPost, testPost } from '../quota-post.js'
import { type Answer, answerWith, fakeChatGpt } from './fake-chatgpt.js'
import { tokenOf } from './made-up.js'
import { usageFixture } from './usage-fixture.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const usage = readFileSync(usageFixture('codex-wham-usage.json'), 'utf8')
const TOKEN = tokenOf({ exp: START / 1_000 + 3_600, secret: 'do-not-tell' })

/** A person who is signed in, and a ChatGPT that answers so. */
async function person(answer: Answer) {
  const chatGpt = await fakeChatGpt(answer)
  const home = temporaryFolder()
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex/config.toml'), `chatgpt_base_url = "${chatGpt.url}"\n`)

  /** Signs in, as a file that was written at `at`. */
  function signIn(token: string = TOKEN, more: object = {}, at: number = START): void {
    const file = join(home, '.codex/auth.json')
    writeFileSync(
      file,
      JSON.stringify({ tokens: { access_token: token, refresh_token: 'r-1', account_id: 'acct-a' }, ...more }),
    )
    utimesSync(file, at / 1_000, at / 1_000)
  }

  async function begin(edges: Parameters<typeof testPost>[0] = {}) {
    const post = testPost({ home, fetch: globalThis.fetch, ...edges })
    const running = codexApi.create(post)
    onTestFinished(() => running.close())
    return { post, running }
  }
  signIn()
  return { chatGpt, home, signIn, begin }
}

async function looked(post: TestPost, looks: number): Promise<void> {
  await waitUntil(`${looks} looks`, () => post.notes.length >= looks, { every: 1, saw: () => post.notes })
}

/** Expects so many calls, with no other under way: a call has its deadline. */
async function calledSoFar({ clock }: TestPost, requests: readonly unknown[], calls: number): Promise<void> {
  for (let read = 0; read < 20; read += 1) await stat('/')
  await turn()
  expect([requests.length, clock.waiting]).toEqual([calls, 1])
}

/** Lets time pass until it was looked so often: a look reads files, which takes its own time. */
async function lookedAgain(post: TestPost, looks: number): Promise<void> {
  const holds = async () => {
    if (post.notes.length < looks) await post.clock.advance(MINUTE)
    return post.notes.length >= looks
  }
  await waitUntil(`${looks} looks`, holds, { every: 1, saw: () => post.notes })
}

describe('the quota that ChatGPT is asked for', () => {
  it('is asked for as Codex does, and is of the account that the token is of', async () => {
    const { chatGpt, begin } = await person(answerWith(200, usage))
    const { post } = await begin()
    await looked(post, 1)
    expect(chatGpt.requests).toMatchObject([
      {
        method: 'GET',
        url: '/backend-api/wham/usage',
        headers: { authorization: `Bearer ${TOKEN}`, 'chatgpt-account-id': 'acct-a', accept: 'application/json' },
      },
    ])
    expect(post.notes).toEqual(['ok'])
    expect(post.told).toMatchObject([
      { source: 'codex_api', account: nameless('acct-a'), observedAt: START, whole: 'all' },
    ])
    expect(post.told[0]?.readings.map(({ window, pct }) => [window, pct])).toEqual([
      [':18000', 42],
      [':604800', 5],
      ['codex_bengalfox:18000', 30],
    ])
  })

  it('is asked for in another place where the settings name one', async () => {
    const { chatGpt, home, begin } = await person(answerWith(200, usage))
    writeFileSync(join(home, '.codex/config.toml'), `chatgpt_base_url = "${new URL(chatGpt.url).origin}/"\n`)
    const { post } = await begin()
    await looked(post, 1)
    expect(chatGpt.requests.map(({ url }) => url)).toEqual(['/api/codex/usage'])
  })

  const HTML = '<!doctype html><title>Just a moment...</title>'
  const cut: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' })
    response.write(usage.slice(0, 90))
    setImmediate(() => response.destroy())
  }
  const huge: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"rate_limit":null,"x":"${'x'.repeat(3_000_000)}"}`)
  }
  const away: Answer = (response, { url }) => {
    if (url === '/elsewhere') {
      response.end(usage)
      return
    }
    response.writeHead(302, { location: '/elsewhere' })
    response.end()
  }
  const answers: [name: string, answer: Answer, state: string][] = [
    ['of a plan without limits is empty', answerWith(200, { plan_type: 'enterprise', rate_limit: null }), 'empty'],
    ['with a 401 is an expired sign-in', answerWith(401, { detail: 'Unauthorized' }), 'auth_expired'],
    ['with a 401 that is no JSON is an expired sign-in', answerWith(401, ''), 'auth_expired'],
    ['with a 403 in JSON is an expired sign-in', answerWith(403, { detail: 'Forbidden' }), 'auth_expired'],
    [
      'with a 403 page is of something on the way',
      answerWith(403, HTML, { 'content-type': 'text/html' }),
      'challenged',
    ],
    ['with an empty 403 is of something on the way', answerWith(403, ''), 'challenged'],
    ['with a 429 came too often', answerWith(429, { error: { type: 'rate_limit' } }), 'rate_limited'],
    ['with a 500 reaches nobody', answerWith(500, 'oops'), 'unreachable'],
    [
      'with a 401 that is a page is an expired sign-in',
      answerWith(401, HTML, { 'content-type': 'text/html' }),
      'auth_expired',
    ],
    ['with a 403 that is a text is of something on the way', answerWith(403, '"no"'), 'challenged'],
    ['with a 404 is not understood', answerWith(404, {}), 'bad_answer'],
    ['that is a page is not understood', answerWith(200, HTML), 'bad_answer'],
    ['that is something else is not understood', answerWith(200, { hello: 1 }), 'bad_answer'],
    ['that is empty is not understood', answerWith(200, ''), 'bad_answer'],
    ['that is huge is not understood', huge, 'bad_answer'],
    ['that is cut is not understood', cut, 'bad_answer'],
    ['that leads elsewhere is not followed', away, 'unreachable'],
    ['that hangs up reaches nobody', (response) => void response.destroy(), 'unreachable'],
  ]
  it.each(answers)('%s', async (_, answer, state) => {
    const { begin } = await person(answer)
    const { post } = await begin()
    await looked(post, 1)
    expect(post.notes).toEqual([state])
    expect(post.told.flatMap(({ readings }) => readings)).toEqual([])
  })

  it.each([
    ['no answer', () => undefined],
    ['an answer that does not end', ((response) => void response.writeHead(200).write('{')) as Answer],
  ])('is given up after 20 s of %s', async (_, answer) => {
    const { chatGpt, begin } = await person(answer)
    const { post } = await begin()
    await waitUntil('the call', () => chatGpt.requests.length > 0, { every: 1 })
    await post.clock.advance(20 * SECOND)
    await looked(post, 1)
    expect(post.notes).toEqual(['timeout'])
  })

  it('is given up where the companion ends', async () => {
    const { chatGpt, begin } = await person(() => undefined)
    const { post, running } = await begin()
    await waitUntil('the call', () => chatGpt.requests.length > 0, { every: 1 })
    await running.close()
    expect([post.notes, post.clock.waiting]).toEqual([[], 0])
  })

  const waits: [header: string | undefined, minutes: number][] = [
    [undefined, 5],
    ['0', 5],
    ['10', 5],
    ['3037', 51],
    [new Date(START + 3_000 * SECOND).toUTCString(), 50],
    ['soon', 5],
  ]
  it.each(waits)('is not asked for again within a Retry-After of %s', async (header, minutes) => {
    const limited = answerWith(429, {}, header === undefined ? {} : { 'retry-after': header })
    const { chatGpt, begin } = await person(limited)
    const { post } = await begin()
    await looked(post, 1)
    const [due = 0] = post.plans
    expect(due - START).toBeGreaterThanOrEqual((minutes - 1) * MINUTE)
    expect(due - START).toBeLessThanOrEqual((minutes + 1) * MINUTE)
    await post.clock.advance(due - START - 1)
    await calledSoFar(post, chatGpt.requests, 1)
    await post.clock.advance(1)
    await looked(post, 2)
    expect(chatGpt.requests).toHaveLength(2)
  })

  it('is not asked for sooner after a restart', async () => {
    const { chatGpt, begin } = await person(answerWith(429, {}, { 'retry-after': '3037' }))
    const { post, running } = await begin()
    await looked(post, 1)
    await running.close()
    const { post: later } = await begin({ kept: JSON.parse(JSON.stringify(post.keeps.at(-1))) })
    expect(later.plans).toEqual([START + 3_037 * SECOND])
    await later.clock.advance(3_037 * SECOND - 1)
    await calledSoFar(later, chatGpt.requests, 1)
    await later.clock.advance(1)
    await waitUntil('the call', () => chatGpt.requests.length === 2, { every: 1 })
  })

  const strangers: [name: string, auth: string | undefined, state: string][] = [
    ['nobody is signed in', undefined, 'no_credentials'],
    ['an API key is used', JSON.stringify({ OPENAI_API_KEY: 'sk-1', tokens: null }), 'no_credentials'],
    ['auth.json is half written', '{"tokens":{"access_to', 'unreadable'],
    [
      'the token has expired',
      JSON.stringify({ tokens: { access_token: tokenOf({ exp: START / 1_000 - 1 }) } }),
      'auth_expired',
    ],
  ]
  it.each(strangers)('is not asked for where %s', async (_, auth, state) => {
    const { chatGpt, home, begin } = await person(answerWith(200, usage))
    writeFileSync(join(home, '.codex/auth.json'), auth ?? '')
    const { post } = await begin(auth === undefined ? { env: { HOME: temporaryFolder(), PATH: '' } } : {})
    await looked(post, 1)
    expect([post.notes, chatGpt.requests]).toEqual([[state], []])
  })

  it('is asked for as soon as somebody signs in', async () => {
    const { chatGpt, home, signIn, begin } = await person(answerWith(200, usage))
    writeFileSync(join(home, '.codex/auth.json'), '{}')
    const { post } = await begin()
    await looked(post, 1)
    signIn()
    await post.clock.advance(MINUTE)
    await looked(post, 2)
    expect([post.notes, chatGpt.requests.length]).toEqual([['no_credentials', 'ok'], 1])
  })

  it('is not asked for again with a token that was refused, and at once with another', async () => {
    const { signIn, begin } = await person(answerWith(401, {}))
    let calls = 0
    let status = 401
    // Answered at once, for time passes here whether an answer is on its way or not.
    const fetch = async () => {
      calls += 1
      return new Response(usage, { status })
    }
    const { post } = await begin({ fetch })
    await looked(post, 1)
    for (let look = 2; look <= 26; look += 1) {
      // Written anew it is the same one.
      signIn(TOKEN, { last_refresh: look }, START + look * MINUTE)
      await lookedAgain(post, look)
    }
    expect(post.clock.now()).toBeGreaterThanOrEqual(START + 25 * MINUTE)
    expect([calls, new Set(post.notes)]).toEqual([1, new Set(['auth_expired'])])
    status = 200
    signIn(tokenOf({ exp: START / 1_000 + 9_000 }), {}, START + 30 * MINUTE)
    const isRead = async () => {
      if (post.notes.at(-1) !== 'ok') await post.clock.advance(MINUTE)
      return post.notes.at(-1) === 'ok'
    }
    await waitUntil('the other token', isRead, { every: 1, saw: () => post.notes })
    expect(calls).toBe(2)
  })

  it.each(['http://chatgpt.example/backend-api', 'ftp://127.0.0.1/'])('is not asked for at %s', async (base) => {
    const { home, begin } = await person(answerWith(200, usage))
    writeFileSync(join(home, '.codex/config.toml'), `chatgpt_base_url = "${base}"\n`)
    const calls: unknown[] = []
    const { post } = await begin({
      fetch: async (input) => {
        calls.push(input)
        return new Response('{}')
      },
    })
    await looked(post, 1)
    expect([post.notes, calls]).toEqual([['unreachable'], []])
  })

  it('costs no word of the token', async () => {
    for (const answer of [answerWith(200, usage), answerWith(401, { detail: TOKEN }), cut, answerWith(429, TOKEN)]) {
      const { begin } = await person(answer)
      const { post } = await begin()
      await looked(post, 1)
      const said = JSON.stringify([post.told, post.notes, post.keeps, post.facts])
      for (const secret of [TOKEN, ...TOKEN.split('.').slice(0, 2), 'r-1', 'acct-a']) expect(said).not.toContain(secret)
    }
  })
})
