import { describe, expect, it } from 'vitest'
import { browserName } from '../src/core/browser-name.js'
import { describeFailure } from '../src/routes/answer.js'
import { AWAY, adminOf, FAR, type Shown } from './paired.js'
import { type Stage, stage } from './stage.js'

const MINUTE = 60_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Follows a link as a browser does. */
async function enter(companion: Stage, path: string, headers: Shown = {}) {
  const response = await companion.get(path, headers)
  const set = response.headers.get('set-cookie')
  return { response, set, cookie: set?.split(';')[0] ?? '' }
}

async function linkOf(companion: Stage): Promise<string> {
  const answer = await companion.post('/v1/links', {}, adminOf(companion))
  return ((await answer.json()) as { path: string }).path
}

async function namesOf(companion: Stage): Promise<string[]> {
  const { tokens } = (await (await companion.get('/v1/tokens', adminOf(companion))).json()) as {
    tokens: { name: string }[]
  }
  return tokens.map(({ name }) => name)
}

describe('a one-time link', () => {
  it('lets a browser in and goes on to the page', async () => {
    const companion = stage()
    const { response, set, cookie } = await enter(companion, companion.link(), { 'user-agent': FIREFOX })
    expect([response.status, response.headers.get('refresh')]).toEqual([200, '0; url=/'])
    expect(await response.text()).toContain('<a href="/">')
    expect(set).toMatch(/^codexbar_[0-9a-f]{8}=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=15552000$/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await companion.get('/v1/sessions', { cookie })).status).toBe(200)
    expect((await companion.get('/v1/tokens', { cookie })).status).toBe(403)
    expect(await namesOf(companion)).toEqual(['Firefox on Linux'])
  })

  it('works once', async () => {
    const companion = stage()
    const path = companion.link()
    await enter(companion, path)
    const { response, set } = await enter(companion, path)
    expect([response.status, set]).toEqual([410, null])
    expect(await response.text()).toContain('pnpm codexbar pair browser')
    expect(await namesOf(companion)).toHaveLength(1)
  })

  it('is not used up by who asks for the headers alone', async () => {
    const companion = stage()
    const path = companion.link()
    const head = await companion.app.request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('set-cookie')]).toEqual([200, null])
    expect((await enter(companion, path)).response.status).toBe(200)
  })

  const guesses: [what: string, headers: Shown][] = [
    ['what prefetches', { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['what renders ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser that prefetches', { purpose: 'prefetch' }],
    ['an older Firefox that prefetches', { 'x-moz': 'prefetch' }],
    ['an older Safari that previews', { 'x-purpose': 'preview' }],
    ['a picture in a message', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ]
  it.each(guesses)('is not used up by %s', async (_, headers) => {
    const companion = stage()
    const path = companion.link()
    const { response, set } = await enter(companion, path, headers)
    expect([response.status, set, response.headers.get('cache-control')]).toEqual([204, null, 'no-store'])
    expect(await namesOf(companion)).toEqual([])
    const person = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
    expect((await enter(companion, path, person)).response.status).toBe(200)
    expect(await namesOf(companion)).toHaveLength(1)
  })

  it('works for ten minutes', async () => {
    const companion = stage()
    const [early, late] = [companion.link(), companion.link()]
    await companion.clock.advance(10 * MINUTE - 1)
    expect((await enter(companion, early)).response.status).toBe(200)
    await companion.clock.advance(1)
    expect((await enter(companion, late)).response.status).toBe(410)
  })

  it('is one of sixteen: the oldest goes first', async () => {
    const companion = stage()
    const paths = Array.from({ length: 17 }, () => companion.link())
    const statuses = []
    for (const path of paths) statuses.push((await enter(companion, path)).response.status)
    expect(statuses).toEqual([410, ...Array.from({ length: 16 }, () => 200)])
  })

  it('does not outlive the companion', async () => {
    const companion = stage()
    const path = companion.link()
    expect((await enter(await companion.restart(), path)).response.status).toBe(410)
  })

  it('works from elsewhere, by a name that is ours', async () => {
    const companion = stage(AWAY)
    const path = await linkOf(companion)
    expect((await companion.get(path, { host: 'evil.example' })).status).toBe(403)
    const { response, cookie } = await enter(companion, path, FAR)
    expect(response.status).toBe(200)
    expect((await companion.get('/status', { ...FAR, cookie })).status).toBe(200)
  })

  it('gives a browser that is let in no second token', async () => {
    const companion = stage()
    const { cookie } = await enter(companion, companion.link())
    const path = companion.link()
    const { response, set } = await enter(companion, path, { cookie })
    expect([response.status, set]).toEqual([200, null])
    expect((await enter(companion, path)).response.status).toBe(410)
    expect(await namesOf(companion)).toHaveLength(1)
  })

  it('can still be used when there was no room for its token', async () => {
    const companion = stage()
    const first = await enter(companion, companion.link())
    expect(first.response.status).toBe(200)
    for (let made = 1; made < 100; made += 1) await enter(companion, companion.link())
    const path = companion.link()
    expect((await enter(companion, path)).response.status).toBe(409)
    const [id] = (
      (await (await companion.get('/v1/tokens', adminOf(companion))).json()) as { tokens: { id: string }[] }
    ).tokens.map((token) => token.id)
    const headers = { ...adminOf(companion), 'content-type': 'application/json' }
    await companion.app.request(`/v1/tokens/${id}`, { method: 'DELETE', headers })
    expect((await enter(companion, path)).response.status).toBe(200)
  })

  it('and its cookie are in no log', async () => {
    const companion = stage()
    const path = companion.link()
    const { cookie } = await enter(companion, path)
    await enter(companion, path)
    const said = companion.facts.join()
    expect(said).not.toContain(path.slice('/enter/'.length))
    expect(said).not.toContain(cookie.split('=')[1])
  })
})

it('is not named by a request that fails', () => {
  expect(describeFailure('GET', '/enter/abc/d', new TypeError('x'))).toBe('GET /enter/CODE failed: TypeError: x')
  expect(describeFailure('GET', '/status', new TypeError('x'))).toBe('GET /status failed: TypeError: x')
})

describe('the cookie', () => {
  const hosts: [host: string, base: string, isSecure: boolean][] = [
    ['bar.example', 'https://bar.example/', true],
    ['BAR.example', 'https://bar.example', true],
    ['bar.example:443', 'https://Bar.Example', true],
    ['bar.example:8443', 'https://bar.example:8443', true],
    ['bar.example', 'https://bar.example:8443', true],
    ['bar.example:4747', 'https://bar.example', false],
    ['bar.example', 'http://bar.example', false],
    ['127.0.0.1:4747', 'https://bar.example', false],
    ['localhost', 'https://bar.example', false],
  ]
  it.each(hosts)('of who came by %s, with %s, is kept to HTTPS: %s', async (host, base_url, isSecure) => {
    const companion = stage({ config: { base_url } })
    const { set } = await enter(companion, companion.link(), { host })
    expect(set?.includes('; Secure')).toBe(isSecure)
  })

  it('has a name of its own for each home, and the same one after a restart', async () => {
    const [one, other] = [stage(), stage()]
    const nameOf = async (companion: Stage) => (await enter(companion, companion.link())).cookie.split('=')[0]
    const name = await nameOf(one)
    expect(await nameOf(other)).not.toBe(name)
    expect(await nameOf(await one.restart())).toBe(name)
  })

  it('counts for no page of others', async () => {
    const companion = stage()
    const { cookie } = await enter(companion, companion.link())
    const answer = await companion.post('/v1/links', {}, { cookie, origin: 'http://localhost:3000' })
    expect(answer.status).toBe(403)
  })
})

describe('a browser', () => {
  const agents: [agent: string | undefined, name: string][] = [
    [FIREFOX, 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605', 'Safari on Mac'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['curl/8.5.0', 'Browser'],
    ['', 'Browser'],
    [undefined, 'Browser'],
  ]
  it.each(agents)('that says %j is called %s', (agent, name) => expect(browserName(agent)).toBe(name))
})
