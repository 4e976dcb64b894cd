import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bindingWindow, blockedFor } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { START } from '../clock.js'
import { temporaryFolder } from '../stage.js'
import { DAY, HOUR, MINUTE } from './readings.js'
import { type Line, percents, tokenCount, type World, world } from './world.js'

const ENDS = START + 3 * HOUR
const WEEK_ENDS = START + 3 * DAY
const seconds = (ms: number) => ms / 1_000
const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '123+00:00')

const line = (five: unknown, more: Line = {}): Line => ({
  five_hour: { used_percentage: five, resets_at: seconds(ENDS) },
  ...more,
})
const cache = (utilization: unknown, fetchedAtMs = START) => ({
  oauthAccount: { accountUuid: 'me' },
  cachedUsageUtilization: { fetchedAtMs, accountUuid: 'me', utilization },
})
const body = (five: number, ends: number | null = ENDS) => ({
  five_hour: { utilization: five, resets_at: ends === null ? null : iso(ends) },
  seven_day: { utilization: 40, resets_at: iso(WEEK_ENDS) },
})
const main = (primary: unknown, secondary: unknown = null) => tokenCount({ limit_id: 'codex', primary, secondary })
const window = (used_percent: unknown, window_minutes: number | null = 300, ends = ENDS) => ({
  used_percent,
  window_minutes,
  resets_at: seconds(ends),
})
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../tests/fixtures/usage/${name}`, import.meta.url), 'utf8'))

/** Answers of Claude's service in this order, the last one again and again; and when and where it was asked. */
function service(answers: readonly (() => Response)[], expiresAt = START + 8 * HOUR) {
  const calls: { at: number; url: string }[] = []
  const seen: { here?: World } = {}
  const fetch = (async (input) => {
    const { url } = new Request(input)
    calls.push({ at: (seen.here?.clock.now() ?? START) - START, url })
    return answers[Math.min(calls.length, answers.length) - 1]?.() ?? new Response('', { status: 500 })
  }) as typeof globalThis.fetch
  const home = temporaryFolder()
  signIn(home, expiresAt)
  const here = world({ home, fetch, config: { quota: { sources: { claude_api: true } } } })
  seen.here = here
  return { here, calls }
}

const ok = (value: unknown) => () =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
const limited =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(fixture('claude-429.json')), { status: 429, headers })

/** Claude Code signs in: it writes the credentials that its service takes. */
function signIn(home: string, expiresAt: number): void {
  const oauth = { accessToken: 'made-up', refreshToken: 'made-up-too', expiresAt, scopes: ['user:profile'] }
  mkdirSync(join(home, '.claude'), { recursive: true })
  writeFileSync(join(home, '.claude', '.credentials.json'), JSON.stringify({ claudeAiOauth: oauth }))
}

/** What was wrong elsewhere, by the number of its public report in the list of facts, and what is right. */
describe('of the public reports', () => {
  it.each([[{}], [{ 'retry-after': '0' }]])(
    '#1 a 429 with %j backs off for longer each time, and the figure stays with its age',
    async (headers) => {
      const { here, calls } = service([ok(body(16)), limited(headers)])
      await here.pass(HOUR)
      const gaps = calls.slice(2).map(({ at }, index) => Math.floor((at - (calls[index + 1]?.at ?? 0)) / MINUTE))
      expect(gaps).toEqual([5, 10, 20])
      expect(await here.shown('Claude')).toMatchObject({
        windows: [{ pct: 16 }, {}],
        stale: true,
        error: 'rate_limited',
      })
    },
  )

  it('#2 a Retry-After of 3037 is kept to, whatever else happens, over a restart', async () => {
    const { here, calls } = service([limited({ 'retry-after': '3037' })])
    await here.pass(20 * MINUTE)
    const again = await here.restart()
    for (let ask = 0; ask < 10; ask += 1) await again.shown('Claude')
    await again.pass(30 * MINUTE)
    expect(calls).toHaveLength(1)
    await again.pass(2 * MINUTE)
    expect(calls).toHaveLength(2)
  })

  it('#3 a 429 is no expired sign-in, and takes no reset away', async () => {
    const { here } = service([ok(body(16)), limited()])
    await here.pass(7 * MINUTE)
    const shown = await here.shown('Claude')
    expect(shown.error).toBe('rate_limited')
    expect(shown.windows[0]?.resets_in_sec).toBe(seconds(ENDS - here.clock.now()))
  })

  it('#4 an error never becomes 0 %', async () => {
    const { here } = service([limited()])
    here.claudeJson(cache(body(16)))
    await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
    expect(percents(await here.shown('Claude'))['5h']).toBe(16)
    const { here: bare } = service([limited()])
    await bare.pass(MINUTE)
    expect(await bare.shown('Claude')).toMatchObject({ windows: [], error: 'rate_limited' })
  })

  it('#5 an expired cache is not revived', async () => {
    const here = world()
    here.claudeJson(cache({ five_hour: { utilization: 0, resets_at: iso(START - 13 * DAY) } }, START - 14 * DAY))
    await here.clock.advance(2 * MINUTE)
    expect((await here.shown('Claude')).windows).toEqual([])
  })

  it('#6 100 % is not shown past its reset', async () => {
    const here = world()
    here.claudeJson(cache(body(100)))
    await here.shownOnce('Claude', ({ windows }) => windows[0]?.pct === 100)
    await here.clock.advance(3 * HOUR)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': null, '7d': 40 })
  })

  it('#7 a value of 22 hours ago is stale, though it was read just now', async () => {
    const here = world()
    here.claudeJson(cache({ seven_day: { utilization: 40, resets_at: iso(WEEK_ENDS) } }, START - 22 * HOUR))
    const shown = await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
    expect(shown).toMatchObject({ stale: true })
    expect(shown.age_sec).toBeGreaterThanOrEqual(22 * 3_600)
  })

  it('#8 of status line and cache the newer counts, whichever it is', async () => {
    const here = world()
    await here.statusLine('a', undefined, 0)
    here.claudeJson(cache(body(10), START - HOUR))
    await here.shownOnce('Claude', ({ windows }) => windows[0]?.pct === 10)
    await here.statusLine('a', line(22), 1)
    expect(await here.shown('Claude')).toMatchObject({ windows: [{ pct: 22 }, {}], source: 'status_line' })
    await here.clock.advance(10 * MINUTE)
    here.claudeJson(cache(body(31), here.clock.now()))
    const shown = await here.shownOnce('Claude', ({ windows }) => windows[0]?.pct === 31)
    expect(shown.source).toBe('claude_json')
  })

  it('#9 a terminal that idles does not lower what another one says', async () => {
    const here = world()
    for (const terminal of ['a', 'b']) await here.statusLine(terminal, undefined, 0)
    await here.statusLine('a', line(54), 1)
    await here.statusLine('b', line(58), 1)
    for (let tick = 0; tick < 20; tick += 1) {
      await here.clock.advance(MINUTE)
      await here.statusLine(tick % 2 === 0 ? 'a' : 'b', line(tick % 2 === 0 ? 54 : 58), 1)
      expect(percents(await here.shown('Claude'))).toEqual({ '5h': 58 })
    }
    expect((await here.shown('Claude')).age_sec).toBe(1_200)
  })

  it('#10 a limit that is reset ahead of its time is believed: at once by its reset, else from the second reading', async () => {
    const here = world()
    await here.statusLine('a', undefined, 0)
    const week = (used_percentage: number, ends: number): Line => ({
      seven_day: { used_percentage, resets_at: seconds(ends) },
    })
    const steps: [Line, number][] = [
      [week(80, WEEK_ENDS), 80],
      [week(1, WEEK_ENDS + 3 * DAY), 1],
      [week(60, WEEK_ENDS + 3 * DAY), 60],
      [week(2, WEEK_ENDS + 3 * DAY), 60],
      [week(3, WEEK_ENDS + 3 * DAY), 3],
    ]
    for (const [index, [limits, expected]] of steps.entries()) {
      await here.clock.advance(MINUTE)
      await here.statusLine('a', limits, index + 1)
      expect(percents(await here.shown('Claude'))).toEqual({ '7d': expected })
    }
  })

  it.each([
    ['#11 a week in the first slot is called 7d', main(window(87, 10_080, WEEK_ENDS)), { '7d': 87 }],
    ['#31 thirty days are called 30d', main(window(12, 43_200, START + 20 * DAY)), { '30d': 12 }],
    ['#12 only windows that were returned are shown', fixtureLimits(), { '7d': 9 }],
    ['#20 a figure beyond 100 is told as it is', main(window(130)), { '5h': 130 }],
    ['#20 a figure below 0 is 0', main(window(-4)), { '5h': 0 }],
    ['#20 a figure that is none is unknown', main(window('NaN')), { '5h': null }],
  ])('%s', async (_, payload, expected) => {
    const here = world()
    here.rollout('s', payload)
    const shown = await here.shownOnce('Codex', ({ windows }) => windows.length > 0)
    expect(percents(shown)).toEqual(expected)
  })

  it('#12 a window that is not returned any more goes', async () => {
    const here = world()
    here.rollout('s', main(window(20), window(9, 10_080, WEEK_ENDS)))
    await here.shownOnce('Codex', ({ windows }) => windows.length === 2)
    await here.clock.advance(MINUTE)
    here.rollout('s', main(window(10, 10_080, WEEK_ENDS)))
    expect(percents(await here.shownOnce('Codex', ({ windows }) => windows.length === 1))).toEqual({ '7d': 10 })
  })

  it('#13 another limit does not take the place of the main one', async () => {
    const here = world()
    here.rollout('s', main(window(12.5), window(5, 10_080, WEEK_ENDS)))
    here.rollout(
      's',
      tokenCount({ limit_id: 'codex_bengalfox', limit_name: 'Spark', primary: window(0, 10_080, WEEK_ENDS) }),
      START + 1,
    )
    expect(percents(await here.shownOnce('Codex', ({ windows }) => windows.length > 0))).toEqual({
      '5h': 12.5,
      '7d': 5,
    })
  })

  it('#14 limits that are null are passed over for an older reading', async () => {
    const here = world()
    here.rollout('old', main(window(12.5)))
    here.rollout('new', tokenCount(null), START + MINUTE)
    here.rollout('new', tokenCount({ limit_id: 'premium', primary: null }), START + 2 * MINUTE)
    expect(percents(await here.shownOnce('Codex', ({ windows }) => windows.length > 0))).toEqual({ '5h': 12.5 })
  })

  it('#15 #32 an exhausted week stops one with 99 % of the hours left, until the week is reset', async () => {
    const here = world()
    here.rollout('s', main(window(1), window(100, 10_080, WEEK_ENDS)))
    const { windows } = await here.shownOnce('Codex', (shown) => shown.windows.length > 0)
    expect(bindingWindow(windows)?.label).toBe('7d')
    expect(blockedFor(windows)).toBe(windows[1]?.resets_in_sec)
  })

  it('#16 a figure comes with its age', async () => {
    const here = world()
    here.rollout('s', main(window(1, 10_080, WEEK_ENDS)), START - 16 * MINUTE)
    const shown = await here.shownOnce('Codex', ({ windows }) => windows.length > 0)
    expect(shown.age_sec).toBeGreaterThanOrEqual(16 * 60)
    expect(shown.observed_at).toBe(seconds(START - 16 * MINUTE))
  })

  it('#17 a session that has not begun has no reset, and none is made up', async () => {
    const here = world()
    here.claudeJson(cache(body(0, null)))
    const shown = await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
    expect(shown.windows[0]).toMatchObject({ label: '5h', pct: 0, resets_in_sec: null })
    expect(shown).not.toHaveProperty('error')
  })

  it('#18 1.0 is one percent of a body and all of a header', async () => {
    const here = world()
    here.claudeJson(cache(body(1)))
    expect(percents(await here.shownOnce('Claude', ({ windows }) => windows.length > 0))['5h']).toBe(1)
    const { here: other } = service([
      limited({
        'anthropic-ratelimit-unified-5h-utilization': '1.0',
        'anthropic-ratelimit-unified-5h-reset': String(seconds(ENDS)),
      }),
    ])
    await other.pass(2 * MINUTE)
    expect(percents(await other.shown('Claude'))).toEqual({ '5h': 100 })
  })

  it.each(['used', 'remaining'] as const)('#19 pct is what is used, also where %s is to be shown', async (show) => {
    const here = world({ config: { quota: { show } } })
    await here.statusLine('a', line(19), 1)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': 19 })
    expect(await (await here.companion.get('/usage')).json()).toMatchObject({ show })
  })

  it('#21 a status line without limits keeps the last figure until it is stale', async () => {
    const here = world()
    await here.statusLine('a', undefined, 0)
    await here.statusLine('a', line(19), 1)
    await here.clock.advance(20 * MINUTE)
    await here.statusLine('a', undefined, 2)
    expect(await here.shown('Claude')).toMatchObject({ windows: [{ pct: 19 }], stale: false })
    await here.clock.advance(11 * MINUTE)
    await here.statusLine('a', undefined, 3)
    expect(await here.shown('Claude')).toMatchObject({ windows: [{ pct: 19 }], stale: true })
  })

  it('#22 an enterprise seat has no windows, and that is no error', async () => {
    const here = world()
    here.claudeJson(cache(fixture('claude-oauth-usage.enterprise.json')))
    await here.clock.advance(MINUTE)
    const shown = await here.shown('Claude')
    expect(shown.windows).toEqual([])
    expect(shown).not.toHaveProperty('error')
  })

  it('#23 each window has the reset that is its own', async () => {
    const here = world()
    await here.statusLine('a', line(19, { seven_day: { used_percentage: 4, resets_at: seconds(WEEK_ENDS) } }), 1)
    const { windows } = await here.shown('Claude')
    expect(windows.map(({ resets_in_sec }) => resets_in_sec)).toEqual([3 * 3_600, 3 * 86_400])
  })

  it('#24 nothing is inferred from transcripts', async () => {
    const here = world()
    mkdirSync(join(here.home, '.claude', 'projects', 'p'), { recursive: true })
    const usage = {
      type: 'assistant',
      timestamp: iso(START),
      message: { id: 'm', usage: { input_tokens: 9, output_tokens: 9 } },
    }
    writeFileSync(join(here.home, '.claude', 'projects', 'p', 's.jsonl'), `${JSON.stringify(usage)}\n`)
    await here.clock.advance(2 * MINUTE)
    expect((await here.shown('Claude')).windows).toEqual([])
  })

  it('#25 a token that expired is neither shown nor renewed nor written', async () => {
    const { here, calls } = service([ok(body(16))], START - MINUTE)
    const path = join(here.home, '.claude', '.credentials.json')
    const before = readFileSync(path, 'utf8')
    await here.pass(3 * HOUR)
    expect(calls).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect((await here.shown('Claude')).error).toBe('auth_expired')
  })

  it('#25 nobody but the usage endpoint is ever asked', async () => {
    const { here, calls } = service([
      () => new Response('{"error":{"type":"authentication_error"}}', { status: 401 }),
      ok(body(16)),
    ])
    await here.pass(2 * HOUR)
    expect(calls.map(({ url }) => url)).toEqual(['https://api.anthropic.com/api/oauth/usage'])
    expect((await here.shown('Claude')).error).toBe('auth_expired')
  })

  it('#26 a terminal of another account changes nothing', async () => {
    const here = world()
    here.claudeJson(cache(body(16)))
    await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
    const work = join(here.home, 'work-claude')
    mkdirSync(work)
    writeFileSync(join(work, '.claude.json'), JSON.stringify({ oauthAccount: { accountUuid: 'my-work' } }))
    const payload = {
      session_id: 'w',
      model: {},
      workspace: {},
      cost: { total_api_duration_ms: 1 },
      rate_limits: line(99),
    }
    await here.companion.post('/hooks/claude', payload, { 'x-codexbar-config': work })
    expect(percents(await here.shown('Claude'))['5h']).toBe(16)
  })

  it('#26 a session of the usual folder is not of the account whose folder is watched', async () => {
    const first = world()
    first.claudeJson({ oauthAccount: { accountUuid: 'usual' } })
    await first.companion.close()
    const own = join(first.home, 'own-claude')
    mkdirSync(own)
    writeFileSync(join(own, '.claude.json'), JSON.stringify(cache(body(16))))
    const other = world({ home: first.home, clock: first.clock, config: { claude_dir: own } })
    await other.shownOnce('Claude', ({ windows }) => windows.length > 0)
    await other.statusLine('s', undefined, 0)
    await other.statusLine('s', line(77), 1)
    expect(percents(await other.shown('Claude'))['5h']).toBe(16)
  })

  it('#27 the headers of a 429 are read, and what is paid on top is no window', async () => {
    const { here } = service([
      limited({
        'anthropic-ratelimit-unified-5h-utilization': '0.42',
        'anthropic-ratelimit-unified-5h-reset': String(seconds(ENDS)),
        'anthropic-ratelimit-unified-overage-utilization': '0',
        'anthropic-ratelimit-unified-overage-reset': String(seconds(WEEK_ENDS)),
      }),
    ])
    await here.pass(2 * MINUTE)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': 42 })
  })

  it('#28 one app-server runs at a time, and each is gone before the next', async () => {
    const seen = { running: 0, most: 0, begun: 0 }
    const here = world({
      config: { quota: { sources: { codex_app_server: true } } },
      spawn: (_, __, ___, listener) => {
        seen.begun += 1
        seen.running += 1
        seen.most = Math.max(seen.most, seen.running)
        return {
          send: () => undefined,
          async end() {
            seen.running -= 1
            listener.ended(true)
          },
        }
      },
    })
    here.codexAuth(fixture('codex-auth.json'))
    await here.clock.advance(2 * HOUR)
    await here.companion.close()
    expect(seen.begun).toBeGreaterThan(1)
    expect(seen).toMatchObject({ most: 1, running: 0 })
  })

  it('#29 resets that jitter by seconds are one window', async () => {
    const here = world()
    await here.statusLine('a', undefined, 0)
    for (const [index, jitter] of [0, 30_000, -30_000, 7, 59_000].entries()) {
      await here.clock.advance(MINUTE)
      const limits: Line = { five_hour: { used_percentage: index === 0 ? 58 : 20, resets_at: seconds(ENDS + jitter) } }
      if (index < 2) await here.statusLine('a', limits, index + 1)
      else here.claudeJson(cache({ five_hour: { utilization: 57.5, resets_at: iso(ENDS + jitter) } }, here.clock.now()))
      await here.clock.advance(1_000)
      expect(percents(await here.shown('Claude'))['5h']).toBe(58)
    }
  })

  it('#30 the seconds to a reset are counted for each answer', async () => {
    const here = world()
    await here.statusLine('a', line(19), 1)
    const left = async () => (await here.shown('Claude')).windows[0]?.resets_in_sec ?? 0
    const before = await left()
    await here.clock.advance(MINUTE)
    expect(before - (await left())).toBe(60)
  })
})

function fixtureLimits(): Record<string, unknown> {
  return main(window(9, 10_080, WEEK_ENDS), null)
}
