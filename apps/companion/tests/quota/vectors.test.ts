import { describe, expect, it } from 'vitest'
import { START } from '../clock.js'
import { DAY, HOUR, MINUTE } from './readings.js'
import { percents, type Shown, tokenCount, type World, world } from './world.js'

const ENDS = START + 3 * HOUR
const WEEK_ENDS = START + 3 * DAY
const iso = (ms: number) => new Date(ms).toISOString()

const cached = (utilization: unknown, more: object = {}) => ({
  oauthAccount: { accountUuid: 'me' },
  cachedUsageUtilization: { fetchedAtMs: START, accountUuid: 'me', utilization, ...more },
})
const five = (utilization: unknown, ends: number | null = ENDS) => ({
  five_hour: { utilization, resets_at: ends === null ? null : iso(ends) },
})
const limit = (kind: string, percent: unknown, more: object = {}) => ({
  kind,
  percent,
  resets_at: iso(WEEK_ENDS),
  ...more,
})
const window = (used_percent: unknown, window_minutes: unknown = 300, ends: number = ENDS) => ({
  used_percent,
  window_minutes,
  resets_at: ends / 1_000,
})
const codex = (more: object) => tokenCount({ limit_id: 'codex', primary: window(12), secondary: null, ...more })

type Vector = [
  name: string,
  provider: Shown['name'],
  act: (here: World) => void | Promise<void>,
  expected: Record<string, number | null>,
]

const claudeFile = (content: unknown) => (here: World) => here.claudeJson(content)
const rollout = (payload: Record<string, unknown>) => (here: World) => here.rollout('s', payload)
const line =
  (used_percentage: unknown, resets_at: unknown = ENDS / 1_000) =>
  (here: World) =>
    here.statusLine('a', { five_hour: { used_percentage, resets_at } }, 1)

const VECTORS: readonly Vector[] = [
  ['105 % of a status line', 'Claude', line(105), { '5h': 105 }],
  ['105 % of a body', 'Claude', claudeFile(cached(five(105))), { '5h': 105 }],
  ['105 % of a rollout', 'Codex', rollout(codex({ primary: window(105) })), { '5h': 105 }],
  ['14.000000000000002 %', 'Claude', line(14.000000000000002), { '5h': 14.000000000000002 }],
  ['a figure that is a text', 'Claude', line('16'), { '5h': 16 }],
  ['a reset that is a text', 'Claude', line(16, String(ENDS / 1_000)), { '5h': 16 }],
  ['a utilization of 1.0', 'Claude', claudeFile(cached(five(1.0))), { '5h': 1 }],
  ['a reset that is null', 'Claude', claudeFile(cached(five(0, null))), { '5h': 0 }],
  [
    'five_hour that is null',
    'Claude',
    claudeFile(cached({ five_hour: null, seven_day: { utilization: 9, resets_at: iso(WEEK_ENDS) } })),
    { '7d': 9 },
  ],
  [
    'limits alone',
    'Claude',
    claudeFile(
      cached({
        limits: [
          limit('session', 11, { resets_at: iso(ENDS) }),
          limit('weekly_all', 9),
          limit('weekly_scoped', 5, { scope: { model: { id: null, display_name: 'Fable' } }, is_active: false }),
          limit('yearly_moon', 77),
          'garbage',
        ],
      }),
    ),
    { '5h': 11, '7d': 9, '7d Fable': 5 },
  ],
  [
    'codename buckets',
    'Claude',
    claudeFile(cached({ ...five(3), iguana_necktie: { utilization: 50, resets_at: iso(WEEK_ENDS) }, tangelo: null })),
    { '5h': 3 },
  ],
  ['a week in the first slot', 'Codex', rollout(codex({ primary: window(87, 10_080, WEEK_ENDS) })), { '7d': 87 }],
  ['a window a minute short', 'Codex', rollout(codex({ primary: window(8, 299) })), { '5h': 8 }],
  ['an unknown plan', 'Codex', rollout(codex({ plan_type: 'galactic_2031' })), { '5h': 12 }],
  ...[{ balance: '62498.725' }, { balance: 25 }, { balance: null }, null, 'x'].map(
    (credits): Vector => [`credits ${JSON.stringify(credits)}`, 'Codex', rollout(codex({ credits })), { '5h': 12 }],
  ),
  [
    'resets_in_seconds of an old build',
    'Codex',
    rollout(tokenCount({ primary: { used_percent: 4, window_minutes: 300, resets_in_seconds: 600 }, secondary: null })),
    { '5h': 4 },
  ],
  [
    'limits inside of info',
    'Codex',
    rollout({ type: 'token_count', info: { rate_limits: { limit_id: 'codex', primary: window(6) } } }),
    { '5h': 6 },
  ],
  ['a reset further ahead than its window is long', 'Claude', line(90, (START + 6 * HOUR) / 1_000), {}],
  ['a reset that passed', 'Claude', line(90, (START - HOUR) / 1_000), { '5h': null }],
]

describe('a reading of', () => {
  it.each(VECTORS)('%s', async (_, provider, act, expected) => {
    const here = world()
    await act(here)
    const wanted = JSON.stringify(expected)
    expect(percents(await here.shownOnce(provider, (shown) => JSON.stringify(percents(shown)) === wanted))).toEqual(
      expected,
    )
  })

  it('a reset in seconds ends when that was counted from its event', async () => {
    const here = world()
    await here.clock.advance(5 * MINUTE)
    here.rollout('s', tokenCount({ primary: { used_percent: 4, window_minutes: 300, resets_in_seconds: 600 } }), START)
    const { windows } = await here.shownOnce('Codex', (shown) => shown.windows.length > 0)
    expect(windows[0]?.resets_in_sec).toBeLessThanOrEqual(300)
  })

  it('a file that is cut keeps what was known, and is read once it is whole', async () => {
    const here = world()
    here.claudeJson(cached(five(20)))
    await here.shownOnce('Claude', ({ windows }) => windows[0]?.pct === 20)
    here.claudeJson(JSON.stringify(cached(five(30), { fetchedAtMs: START + MINUTE })).slice(0, 90))
    await here.pass(MINUTE)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': 20 })
    here.claudeJson(cached(five(30), { fetchedAtMs: here.clock.now() }))
    await here.shownOnce('Claude', ({ windows }) => windows[0]?.pct === 30)
    expect(await here.shown('Claude')).not.toHaveProperty('error')
  })

  it('another account drops what was known of the former', async () => {
    const here = world()
    here.claudeJson(cached(five(20)))
    await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
    here.claudeJson({ ...cached(five(20)), oauthAccount: { accountUuid: 'you' } })
    await here.shownOnce('Claude', ({ windows }) => windows.length === 0)
    here.claudeJson(cached(five(20)))
    await here.shownOnce('Claude', ({ windows }) => windows.length > 0)
  })

  it('another account of Codex drops what was known of the former', async () => {
    const here = world()
    const auth = (account_id: string) => ({ auth_mode: 'chatgpt', tokens: { access_token: 'x', account_id } })
    here.codexAuth(auth('me'))
    here.rollout('s', codex({}))
    await here.shownOnce('Codex', ({ windows }) => windows.length > 0)
    await here.pass(MINUTE)
    here.codexAuth(auth('you'))
    await here.shownOnce('Codex', ({ windows }) => windows.length === 0)
    await here.clock.advance(MINUTE)
    here.rollout('s', codex({ primary: window(2) }))
    expect(percents(await here.shownOnce('Codex', ({ windows }) => windows.length > 0))).toEqual({ '5h': 2 })
  })
})
