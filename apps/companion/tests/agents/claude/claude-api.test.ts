import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { createClaudeApi } from '../../../src/agents/claude/quota/claude-api.js'
import type { QuotaPost, RunningSource } from '../../../src/agents/quota-source.js'
import { checkConfig } from '../../../src/shell/config.js'
import { createClock, type SimulatedClock, turn } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestPost, testPost } from '../quota-post.js'
import { signInto } from './dot-claude.js'
import { type Answer, type FakeAnthropic, fakeAnthropic } from './fake-anthropic.js'
import { recorded } from './recorded.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** The recorded body was of about this time. */
const NOW = Date.parse('2026-07-02T21:00:00Z')

const max = recorded('oauth-usage.max')
const limited = (headers: Record<string, string> = {}): Answer => ({ status: 429, body: recorded('429'), headers })

/** Waits for what crosses a real connection. */
const until = (holds: () => boolean) => waitUntil('the service', holds, { every: 1 })

type Asked = { post: TestPost; service: FakeAnthropic; running: RunningSource }

/** Returns the source in the home of a person who is signed in, after its first call. */
async function ask(
  answer: Answer,
  edges: Partial<Omit<QuotaPost, 'clock'>> & { clock?: SimulatedClock } = {},
): Promise<Asked> {
  const service = await fakeAnthropic(answer)
  const home = temporaryFolder()
  signInto(home)
  const post = testPost({ home, clock: createClock(NOW), fetch: service.fetch, ...edges })
  const running = createClaudeApi(post, 'linux')
  onTestFinished(() => running.close())
  if (answer.hangs === undefined) await until(() => post.notes.length > 0)
  return { post, service, running }
}

/** Lets time pass until something is noted: a call, or a look for credentials, `within` of now. */
async function next({ post }: Asked, within: number): Promise<void> {
  const before = post.notes.length
  await post.clock.advance(within)
  await until(() => post.notes.length > before)
}

/** Lets time pass until the next call, and answers how long that was (s). Nothing is asked before. */
async function nextCall(asked: Asked): Promise<number> {
  const { post, service } = asked
  const wait = (last(post.plans) ?? Number.NaN) - post.clock.now()
  const before = service.calls.length
  await post.clock.advance(wait - 1)
  await turn()
  expect(service.calls).toHaveLength(before)
  await next(asked, 1)
  expect(service.calls).toHaveLength(before + 1)
  return wait / SECOND
}

const last = <T>(list: readonly T[]) => list.at(-1)
const planOf = ({ post }: Asked) => last(post.keeps) as { blockedUntil: number; failures: number; lastAt: number }
const waitOf = (asked: Asked) => (planOf(asked).blockedUntil - NOW) / SECOND

describe('a call', () => {
  it('asks as Claude Code does, once', async () => {
    const { service } = await ask({ body: max })
    expect(service.calls).toMatchObject([
      {
        path: '/api/oauth/usage',
        method: 'GET',
        headers: { 'anthropic-beta': 'oauth-2025-04-20', authorization: 'Bearer sk-ant-oat01-secret' },
      },
    ])
    expect(service.calls[0]?.headers['user-agent']).toMatch(/^claude-code\/\d+\.\d+\.\d+$/)
  })

  it('that is answered says all windows, as of the time it was asked', async () => {
    const { post } = await ask({ body: max })
    expect(post.notes).toEqual(['ok'])
    expect(post.told).toMatchObject([{ source: 'claude_api', observedAt: NOW, whole: 'all' }])
    expect(post.told[0]?.readings.map(({ window, pct }) => [window, pct])).toEqual([
      [':18000', 11],
      [':604800', 9],
      ['fable:604800', 5],
    ])
  })

  it.each<[name: string, answer: Answer, state: string, wait: number | undefined]>([
    ['a 429', limited(), 'rate_limited', 300],
    ['a 429 that asks to wait for 0 s', limited({ 'retry-after': '0' }), 'rate_limited', 300],
    ['a 429 that asks to wait less than anybody may', limited({ 'retry-after': '7' }), 'rate_limited', 300],
    ['a 429 that asks to wait for 3037 s', limited({ 'retry-after': '3037' }), 'rate_limited', 3037],
    [
      'a 429 that asks to wait until a date',
      limited({ 'retry-after': new Date(NOW + 20 * MINUTE).toUTCString() }),
      'rate_limited',
      1200,
    ],
    ['a 429 that asks for nonsense', limited({ 'retry-after': 'later' }), 'rate_limited', 300],
    ['a 429 in HTML', { ...limited(), body: '<html>' }, 'rate_limited', 300],
    ['a 401', { status: 401, body: { error: { type: 'authentication_error' } } }, 'auth_expired', undefined],
    [
      'a 403 for the scope',
      { status: 403, body: { error: { message: 'OAuth token does not meet scope requirement user:profile' } } },
      'scope_missing',
      undefined,
    ],
    ['a 403 in JSON', { status: 403, body: { error: { type: 'permission_error' } } }, 'auth_expired', undefined],
    [
      'a 403 in HTML',
      { status: 403, body: '<html>Just a moment...</html>', headers: { 'content-type': 'text/html' } },
      'challenged',
      300,
    ],
    ['an empty 403', { status: 403, body: '' }, 'challenged', 300],
    ['a 500', { status: 500, body: '' }, 'unreachable', 300],
    ['a 503 that asks to wait', { status: 503, body: '', headers: { 'retry-after': '900' } }, 'unreachable', 900],
    ['a 404', { status: 404, body: {} }, 'bad_answer', 300],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }, 'unreachable', 300],
    ['a page', { body: '<html>sign in to the Wi-Fi</html>' }, 'bad_answer', 300],
    ['nothing', { body: '' }, 'bad_answer', 300],
    ['another body', { body: { hello: 'world' } }, 'bad_answer', 300],
    ['a list', { body: [] }, 'bad_answer', 300],
    ['a body that is cut', { body: max, cutAt: 200 }, 'bad_answer', 300],
    ['a body without end', { body: JSON.stringify({ ...max, more: 'x'.repeat(2 * 1024 * 1024) }) }, 'bad_answer', 300],
  ])('that ends in %s says no number and is made again in time', async (_, answer, state, wait) => {
    const asked = await ask(answer)
    expect(asked.post.notes).toEqual([state])
    expect(asked.post.told).toEqual([])
    if (wait !== undefined) expect(waitOf(asked)).toBe(wait)
    expect(asked.service.open).toBe(0)
  })

  it.each(['at once', 'after the head'] as const)('that hangs %s ends at its deadline', async (hangs) => {
    const asked = await ask({ body: max, hangs })
    const { post, service } = asked
    await until(() => service.calls.length === 1)
    await post.clock.advance(19 * SECOND)
    expect(post.notes).toEqual([])
    await post.clock.advance(SECOND)
    await until(() => post.notes.length > 0)
    expect(post.notes).toEqual(['timeout'])
    await until(() => service.open === 0)
  })

  it('that nobody answers is not a number', async () => {
    const { post } = await ask({}, { fetch: async () => Promise.reject(new TypeError('fetch failed')) })
    expect([post.notes, post.told]).toEqual([['unreachable'], []])
  })

  it('of an account without windows is answered', async () => {
    const { post } = await ask({ body: recorded('oauth-usage.enterprise') })
    expect(post.notes).toEqual(['empty'])
    expect(post.told).toMatchObject([{ whole: 'all', readings: [] }])
  })

  it('that is limited still says what its headers do', async () => {
    const headers = recorded('unified-headers') as Record<string, string>
    const { post } = await ask(limited(headers), { clock: createClock(1_778_761_800_000 - 60 * MINUTE) })
    expect(post.notes).toEqual(['rate_limited'])
    expect(post.told).toMatchObject([{ whole: [], readings: [{ pct: 42, resetsAt: 1_778_761_800_000 }, { pct: 15 }] }])
  })
})

describe('credentials', () => {
  const credentials = (post: TestPost, oauth: unknown) =>
    writeFileSync(join(post.home, '.claude/.credentials.json'), JSON.stringify({ claudeAiOauth: oauth }))

  it.each<[name: string, oauth: unknown, state: string]>([
    ['expired', { accessToken: 'sk-old', expiresAt: NOW - 1 }, 'auth_expired'],
    ['of a logout', { accessToken: '', expiresAt: 0 }, 'no_credentials'],
  ])('that are %s are not shown', async (_, oauth, state) => {
    const service = await fakeAnthropic({ body: max })
    const post = testPost({ clock: createClock(NOW), fetch: service.fetch })
    signInto(post.home)
    credentials(post, oauth)
    const running = createClaudeApi(post, 'linux')
    onTestFinished(() => running.close())
    await until(() => post.notes.length > 0)
    expect([post.notes, service.calls]).toEqual([[state], []])
    credentials(post, { accessToken: 'sk-new', expiresAt: NOW + 60 * MINUTE })
    await post.clock.advance(MINUTE)
    await until(() => post.notes.length > 1)
    expect(last(post.notes)).toBe('ok')
    expect(last(service.calls)?.headers.authorization).toBe('Bearer sk-new')
  })

  it.each([
    [401, {}, 'auth_expired'],
    [403, { error: { message: 'scope requirement user:profile' } }, 'scope_missing'],
  ])('that a %i refused are never shown again, but others are', async (status, body, state) => {
    const asked = await ask({ status, body })
    const { post, service } = asked
    await post.clock.advance(4 * MINUTE)
    for (let minute = 0; minute < 30; minute += 1) await next(asked, MINUTE)
    expect(service.calls).toHaveLength(1)
    expect(new Set(post.notes)).toEqual(new Set([state]))
    service.answer = { body: max }
    credentials(post, { accessToken: 'sk-new' })
    await next(asked, MINUTE)
    expect(service.calls).toHaveLength(2)
    expect(last(post.notes)).toBe('ok')
  })

  it('are asked of the keychain seldom while there is nothing to show', async () => {
    let asked = 0
    const exec = async () => {
      asked += 1
      return { code: 44, stdout: '' }
    }
    const post = testPost({ exec, clock: createClock(NOW) })
    const running = createClaudeApi(post, 'darwin')
    onTestFinished(() => running.close())
    await until(() => post.notes.length > 0)
    for (let minute = 0; minute < 30; minute += 1) {
      const before = post.notes.length
      await post.clock.advance(MINUTE)
      await until(() => post.notes.length > before)
    }
    expect(asked).toBe(7)
    expect(new Set(post.notes)).toEqual(new Set(['no_credentials']))
  })
})

describe('calls', () => {
  const times = async (asked: Asked, count: number) => {
    const waits: number[] = []
    for (let n = 0; n < count; n += 1) waits.push(await nextCall(asked))
    return waits
  }

  it('are made every five minutes, never closer', async () => {
    expect(await times(await ask({ body: max }), 4)).toEqual([300, 300, 300, 300])
  })

  it('are made as seldom as the settings say', async () => {
    const config = checkConfig({ quota: { every: 1_800 } })
    expect(await times(await ask({ body: max }, { config }), 2)).toEqual([1_800, 1_800])
  })

  it('are spread by chance', async () => {
    expect(await times(await ask({ body: max }, { random: () => 0.5 }), 2)).toEqual([315, 315])
  })

  it('come once more after a reset', async () => {
    const config = checkConfig({ quota: { every: 1_800 } })
    const resets = () => [NOW + 7 * MINUTE, NOW + 7 * MINUTE]
    expect(await times(await ask({ body: max }, { config, resets }), 2)).toEqual([440, 1_800])
  })

  it('that fail are made less and less often', async () => {
    const asked = await ask(limited({ 'retry-after': '0' }))
    expect(await times(asked, 6)).toEqual([300, 600, 1_200, 2_400, 3_600, 3_600])
    expect(asked.post.told).toEqual([])
    asked.service.answer = { body: max }
    expect(await times(asked, 2)).toEqual([3_600, 300])
  })

  it('are as rare over a restart', async () => {
    const asked = await ask(limited({ 'retry-after': '3037' }))
    await asked.running.close()
    const { home, clock, keeps } = asked.post
    const post = testPost({ home, clock, fetch: asked.service.fetch, kept: last(keeps) })
    const running = createClaudeApi(post, 'linux')
    onTestFinished(() => running.close())
    await clock.advance(3_036 * SECOND)
    expect(asked.service.calls).toHaveLength(1)
    expect(new Set(post.notes)).toEqual(new Set(['rate_limited']))
    await next({ ...asked, post }, SECOND)
    expect(asked.service.calls).toHaveLength(2)
  })

  it('are ended with the companion', async () => {
    const { service, running, post } = await ask({ hangs: 'at once' })
    await until(() => service.calls.length === 1)
    await running.close()
    await until(() => service.open === 0)
    expect(post.clock.waiting).toBe(0)
    expect(post.told).toEqual([])
  })
})

describe('a token', () => {
  it.each<[name: string, answer: Answer]>([
    ['is answered', { body: max }],
    ['is refused', { status: 401, body: {} }],
    ['comes back', { status: 403, body: { error: { message: 'Bearer sk-ant-oat01-secret is bad' } } }],
    ['comes back in a body', { body: { five_hour: 'sk-ant-oat01-secret' } }],
  ])('stays where it is read when it %s', async (_, answer) => {
    const { post } = await ask(answer)
    const { told, notes, keeps, facts } = post
    expect(JSON.stringify([told, notes, keeps, facts])).not.toContain('sk-ant')
  })
})
