import { describe, expect, test, vi } from 'vitest'
import { createClient, RefusedError, UnreachableError, UnreadableError } from '../src/index.js'

const URL_ = 'http://127.0.0.1:4747'
const STATUS = { ok: true, updated_at: 0, providers: [] }
const HEALTH = {
  ok: true,
  name: 'codexbar',
  version: '0.1.0',
  started_at: 1,
  now: 2,
  capabilities: [],
  last_event: [{ name: 'Claude', at: null, event: null }],
}

const answering = (body: unknown, init: ResponseInit = {}) => {
  const asked: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, options) => {
    asked.push(new Request(input as Request, options))
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, init)
  }
  return { asked, client: createClient({ url: URL_, token: 'secret', fetch }) }
}

/** A connection that never answers. */
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

describe('what is asked', () => {
  test('a status without a tag is asked for at once', async () => {
    const { client, asked } = answering(STATUS, { headers: { etag: '"a"' } })
    expect(await client.status()).toEqual({ changed: true, status: STATUS, etag: '"a"' })
    expect(asked[0]?.url).toBe(`${URL_}/status`)
    expect(asked[0]?.headers.get('if-none-match')).toBeNull()
  })

  test('a status with a tag and a wait is held by the companion', async () => {
    const { client, asked } = answering(undefined, { status: 304, headers: { 'content-length': '0' } })
    expect(await client.status({ etag: '"a"', wait: 25 })).toEqual({ changed: false })
    expect(asked[0]?.url).toBe(`${URL_}/status?wait=25`)
    expect(asked[0]?.headers.get('if-none-match')).toBe('"a"')
  })

  test('the token goes along', async () => {
    const { client, asked } = answering({ ok: true, now: 1, sessions: [] })
    expect((await client.sessions()).sessions).toEqual([])
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
  })

  test('what each source says of the quota is asked with the token', async () => {
    const reading = {
      provider: 'Claude',
      source: 'status_line',
      label: '7d Fable',
      scope: 'Fable',
      pct: 105,
      resets_in_sec: null,
      duration_sec: 604_800,
      observed_at: 1,
      age_sec: 2,
      stale: false,
      shown: false,
      why: 'older',
    }
    const source = {
      provider: 'Claude',
      source: 'status_line',
      what: 'its status line',
      enabled: true,
      asks: false,
      state: 'a state of a newer companion',
      looked_at: 1,
      next_at: null,
    }
    const report = { ok: true, now: 3, readings: [reading], sources: [source] }
    const { client, asked } = answering(report)
    expect(await client.quota()).toEqual(report)
    expect(asked[0]?.url).toBe(`${URL_}/v1/quota`)
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
  })

  test('the quota as it is shown is asked', async () => {
    const { client, asked } = answering({ ok: true, updated_at: 0, providers: [], show: 'remaining' })
    expect(await client.usage()).toEqual({ ok: true, updated_at: 0, providers: [], show: 'remaining' })
    expect(asked[0]?.url).toBe(`${URL_}/usage`)
  })

  test('a report is one JSON body', async () => {
    const { client, asked } = answering({ ok: true, ignored: true })
    expect(await client.report({ provider: 'Codex', event: 'Odd', session_id: 's' })).toEqual({ ignored: true })
    expect(asked[0]?.method).toBe('POST')
    expect(asked[0]?.headers.get('content-type')).toBe('application/json')
    expect(await asked[0]?.json()).toEqual({ provider: 'Codex', event: 'Odd', session_id: 's' })
  })

  test('an agent in its own words is sent where its hooks send', async () => {
    const { client, asked } = answering({ ok: true })
    expect(await client.hook('Claude', { hook_event_name: 'Stop' })).toEqual({ ignored: false })
    expect(asked[0]?.url).toBe(`${URL_}/hooks/claude`)
  })
})

describe('who is let in', () => {
  const json = async (request: Request | undefined) => ({
    method: request?.method,
    url: request?.url,
    type: request?.headers.get('content-type'),
    body: request?.method === 'POST' ? await request.json() : undefined,
  })

  test('a token is asked for by name and kind', async () => {
    const made = { ok: true, id: 'a', token: 't' }
    const { client, asked } = answering(made, { status: 201 })
    expect(await client.createToken({ name: 'desk', kind: 'device' })).toEqual(made)
    expect(await json(asked[0])).toEqual({
      method: 'POST',
      url: `${URL_}/v1/tokens`,
      type: 'application/json',
      body: { name: 'desk', kind: 'device' },
    })
  })

  test('tokens are listed', async () => {
    const tokens = [{ id: 'a', name: 'desk', kind: 'device', scopes: ['read'], created_at: 1 }]
    const { client } = answering({ ok: true, tokens })
    expect(await client.tokens()).toEqual({ ok: true, tokens })
  })

  test('a token is revoked by its id, escaped, as a change of ours', async () => {
    const { client, asked } = answering({ ok: true })
    expect(await client.revokeToken('a/b')).toBeUndefined()
    expect(await json(asked[0])).toEqual({
      method: 'DELETE',
      url: `${URL_}/v1/tokens/a%2Fb`,
      type: 'application/json',
      body: undefined,
    })
  })

  test('a link is made for one browser', async () => {
    const link = { ok: true, path: '/enter/x', expires_at: 1 }
    const { client, asked } = answering(link, { status: 201 })
    expect(await client.createLink()).toEqual(link)
    expect(await json(asked[0])).toMatchObject({ method: 'POST', url: `${URL_}/v1/links` })
  })

  test('where others reach the companion is asked', async () => {
    const { client, asked } = answering({ ok: true, addresses: ['http://192.168.1.20:4747'] })
    expect((await client.addresses()).addresses).toEqual(['http://192.168.1.20:4747'])
    expect(asked[0]?.url).toBe(`${URL_}/v1/addresses`)
  })
})

describe('what goes wrong', () => {
  const refusal = { ok: false, error: 'unauthorized', message: 'A token is needed.' }
  test.each([
    ['a refusal says why', refusal, 401, RefusedError, 'A token is needed.'],
    ['a page of something else is not ours', '<html>', 200, UnreadableError, 'it answers no JSON'],
    ['JSON of something else is not ours', { ok: true, name: 'other' }, 200, UnreadableError, 'name: expected'],
    ['an error without our body is not ours', 'Bad Gateway', 502, UnreadableError, 'it answered 502'],
  ])('%s', async (_, body, status, kind, words) => {
    const { client } = answering(body, { status })
    const failure = await client.health().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(kind)
    expect((failure as Error).message).toContain(words)
  })

  test('a refusal keeps its code and status', async () => {
    const { client } = answering(refusal, { status: 401 })
    await expect(client.sessions()).rejects.toMatchObject({ name: 'RefusedError', code: 'unauthorized', status: 401 })
  })

  test('nothing listening is an expected failure that keeps its cause', async () => {
    const cause = new TypeError('fetch failed')
    const client = createClient({ url: URL_, fetch: () => Promise.reject(cause) })
    await expect(client.health()).rejects.toMatchObject({ name: 'UnreachableError', cause, url: URL_ })
  })

  test.each(['nonsense', 'http://', 'http://a b:1', 'http://127.0.0.1:99999'])(
    'an address that is none (%s) is an expected failure too',
    async (url) => {
      await expect(createClient({ url }).health()).rejects.toMatchObject({
        name: 'UnreachableError',
        message: `No companion answers at ${url}.`,
      })
    },
  )

  test('a body that breaks off counts as unreachable', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    const client = createClient({ url: URL_, fetch: async () => new Response(body) })
    await expect(client.health()).rejects.toBeInstanceOf(UnreachableError)
  })

  test('an abort that was asked for stays an abort', async () => {
    const controller = new AbortController()
    const fetch: typeof globalThis.fetch = (input, init) => hang(new Request(input as Request, init).signal)
    const client = createClient({ url: URL_, fetch })
    const answer = client.status({ etag: '"a"', wait: 25, signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a companion that never answers is unreachable', async () => {
    vi.useFakeTimers()
    const client = createClient({ url: URL_, fetch: (input, init) => hang(new Request(input as Request, init).signal) })
    const answer = expect(client.health()).rejects.toBeInstanceOf(UnreachableError)
    await vi.advanceTimersByTimeAsync(5_000)
    await answer
    vi.useRealTimers()
  })

  test('what is read is validated, unknown keys left out', async () => {
    const { client } = answering({ ...HEALTH, later: 1 })
    expect(await client.health()).toEqual(HEALTH)
  })
})
