import { describe, expect, it } from 'vitest'
import { callService } from '../../src/agents/call-answer.js'
import type { Called } from '../../src/agents/upstream.js'
import { createClock, START } from '../clock.js'

const ADDRESS = 'https://service.example/usage'
const PAGE = '<html>Just a moment...</html>'
const GONE: Called['end'] = { is: 'failed' }
const REFUSED: Called['end'] = { is: 'refused' }
const limited = (retryAfter?: number): Called['end'] => ({ is: 'limited', retryAfter })
const later = (header: string) => ({ 'retry-after': header })

function call(fetch: typeof globalThis.fetch) {
  return callService({ fetch, clock: createClock() }, ADDRESS, { a: 'b' }, new AbortController().signal)
}

const answered = (status: number, body: string | null, headers: Record<string, string> = {}) =>
  call(async () => new Response(body, { status, headers }))

describe('a service', () => {
  it.each<
    [name: string, status: number, body: string, headers: Record<string, string>, Called['end'], Called['state']]
  >([
    ['a 401', 401, '{}', {}, REFUSED, 'auth_expired'],
    ['a 401 in a page', 401, PAGE, {}, REFUSED, 'auth_expired'],
    ['a 403 in JSON', 403, '{"detail":"no"}', {}, REFUSED, 'auth_expired'],
    ['a 403 in a page', 403, PAGE, {}, GONE, 'challenged'],
    ['a 403 of a JSON text', 403, '"no"', {}, GONE, 'challenged'],
    ['an empty 403', 403, '', {}, GONE, 'challenged'],
    ['a 403 without end', 403, '{'.repeat(2_000_000), {}, GONE, 'challenged'],
    ['a 429', 429, '{}', {}, limited(), 'rate_limited'],
    ['a 429 that asks to wait', 429, PAGE, later('3037'), limited(3_037_000), 'rate_limited'],
    ['a 429 that asks to wait for 0 s', 429, '', later('0'), limited(), 'rate_limited'],
    ['a 429 until a date', 429, '', later(new Date(START + 9_000).toUTCString()), limited(9_000), 'rate_limited'],
    ['a 500', 500, '', {}, limited(), 'unreachable'],
    ['a 503 that asks to wait', 503, PAGE, later('900'), limited(900_000), 'unreachable'],
    ['a 404', 404, '{}', later('900'), GONE, 'bad_answer'],
    ['a 200 that is a page', 200, PAGE, {}, GONE, 'bad_answer'],
  ])('that answers %s says nothing but how that ends', async (_, status, body, headers, end, state) => {
    const answer = await answered(status, body, headers)
    expect(answer.body).toBeUndefined()
    expect(answer.otherwise).toEqual({ end, state })
    expect(answer.status).toBe(status)
  })

  it('that agrees is believed, and is badly answered where that is not what was asked for', async () => {
    expect(await answered(200, '{"a":1}')).toMatchObject({
      body: { a: 1 },
      otherwise: { end: GONE, state: 'bad_answer' },
    })
  })

  it('that is not reached says nothing', async () => {
    const answer = await call(() => Promise.reject(new TypeError('fetch failed')))
    expect(answer).toMatchObject({
      body: undefined,
      status: 0,
      text: '',
      otherwise: { end: GONE, state: 'unreachable' },
    })
  })

  it('is asked at that address alone', async () => {
    const asked: unknown[] = []
    await call(async (...what) => {
      asked.push(what)
      return new Response('{}')
    })
    expect(asked).toEqual([[ADDRESS, expect.objectContaining({ headers: { a: 'b' }, redirect: 'error' })]])
  })
})
