import { describe, expect, it } from 'vitest'
import { START } from '../clock.js'
import { DAY, HOUR, MINUTE } from './readings.js'
import { percents, type Shown, tokenCount, type World, world } from './world.js'

const WEEK_ENDS = START + 3 * DAY

/** What an account has used, and when that is reset, as its service knows it. */
type Account = { id: string; five: number; fiveEnds: number; week: number }

const limitsOf = ({ five, fiveEnds, week }: Account) => ({
  five_hour: { used_percentage: five, resets_at: fiveEnds / 1_000 },
  seven_day: { used_percentage: week, resets_at: WEEK_ENDS / 1_000 },
})

const fileOf = (account: Account, fetchedAtMs: number) => ({
  numStartups: 3,
  oauthAccount: { accountUuid: account.id },
  cachedUsageUtilization: {
    fetchedAtMs,
    accountUuid: account.id,
    utilization: {
      five_hour: { utilization: Math.floor(account.five), resets_at: new Date(account.fiveEnds).toISOString() },
      seven_day: { utilization: Math.floor(account.week), resets_at: new Date(WEEK_ENDS).toISOString() },
    },
  },
})

/** Watches a gauge: within one window it never falls, and none is shown past its reset. */
function witness() {
  const before = new Map<string, { pct: number; ends: number }>()
  return (shown: Shown, now: number, who: string) => {
    for (const { label, pct, resets_in_sec } of shown.windows) {
      if (pct === null) continue
      expect(resets_in_sec, `${label} at ${now - START}`).toBeGreaterThan(0)
      const ends = now + (resets_in_sec ?? 0) * 1_000
      const last = before.get(who + label)
      if (last !== undefined && Math.abs(last.ends - ends) < 2 * MINUTE) expect(pct).toBeGreaterThanOrEqual(last.pct)
      before.set(who + label, { pct, ends })
    }
  }
}

describe('a day', () => {
  it('of two terminals that repeat old figures, two resets, another account and a restart', async () => {
    let here: World = world()
    const mine: Account = { id: 'mine', five: 0, fiveEnds: START + 5 * HOUR, week: 20 }
    const yours: Account = { id: 'yours', five: 70, fiveEnds: START + 9 * HOUR, week: 5 }
    const check = witness()
    const terminals = new Map<string, { limits: ReturnType<typeof limitsOf>; work: number }>()
    let account = mine
    let signedInAt = START

    async function look(): Promise<void> {
      const now = here.clock.now()
      const shown = await here.shown('Claude')
      check(shown, now, account.id)
      // An account that was just signed in shows nothing of the other.
      if (shown.observed_at !== null)
        expect(shown.observed_at * 1_000).toBeGreaterThanOrEqual(Math.min(signedInAt, now) - 1_000)
    }

    /** A terminal gets an answer: its figures are those of the account now. */
    async function work(terminal: string, takes: number): Promise<void> {
      const now = here.clock.now()
      if (account.fiveEnds <= now) Object.assign(account, { five: 0, fiveEnds: now + 5 * HOUR })
      account.five += takes
      account.week += takes / 10
      const drawn = { limits: limitsOf(account), work: (terminals.get(terminal)?.work ?? 0) + 1_000 }
      terminals.set(terminal, drawn)
      await here.statusLine(terminal, drawn.limits, drawn.work)
      await look()
      expect(percents(await here.shown('Claude'))['5h']).toBe(account.five)
    }

    /** Time passes; every terminal draws what it drew before, once a minute. */
    async function pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= MINUTE) {
        await here.clock.advance(Math.min(MINUTE, left))
        for (const [terminal, { limits, work: done }] of terminals) await here.statusLine(terminal, limits, done)
        await look()
      }
    }

    here.claudeJson(fileOf(mine, START))
    await here.shownOnce('Claude', ({ source }) => source === 'claude_json')
    for (const terminal of ['a', 'b']) await here.statusLine(terminal, undefined, 0)

    await work('a', 12.5)
    await pass(30 * MINUTE)
    await work('b', 9)
    await pass(40 * MINUTE)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': 21.5, '7d': 22.15 })
    expect(await here.shown('Claude')).toMatchObject({ stale: true, age_sec: 2_400 })

    // The cache is older than the terminals, and rewritten.
    here.claudeJson(fileOf({ ...mine, five: 12.5 }, START + 10 * MINUTE))
    await pass(10 * MINUTE)
    expect(percents(await here.shown('Claude'))['5h']).toBe(21.5)

    here = await here.restart()
    await pass(20 * MINUTE)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': 21.5, '7d': 22.15 })

    // Past the reset nobody works: unknown, though both terminals go on drawing.
    await pass(5 * HOUR - (here.clock.now() - START) + 10 * MINUTE)
    expect(percents(await here.shown('Claude'))).toEqual({ '5h': null, '7d': 22.15 })
    await work('a', 3)
    await pass(HOUR)
    expect(percents(await here.shown('Claude'))['5h']).toBe(3)

    // Somebody else signs in; the terminals of before go on drawing.
    account = yours
    signedInAt = here.clock.now()
    here.claudeJson({ numStartups: 4, oauthAccount: { accountUuid: 'yours' } })
    await here.shownOnce('Claude', ({ windows }) => windows.length === 0)
    await pass(10 * MINUTE)
    expect((await here.shown('Claude')).windows).toEqual([])
    await here.statusLine('c', undefined, 0)
    await work('c', 1)
    await pass(30 * MINUTE)
    expect(percents(await here.shown('Claude'))['5h']).toBe(71)
  }, 60_000)

  it('of a Codex whose other limits, empty answers and copied histories come between', async () => {
    let here = world()
    const check = witness()
    const ends = START + 5 * HOUR
    const said = (used_percent: number, more: object = {}) =>
      tokenCount({
        limit_id: 'codex',
        primary: { used_percent, window_minutes: 300, resets_at: ends / 1_000 },
        secondary: { used_percent: used_percent / 5, window_minutes: 10_080, resets_at: WEEK_ENDS / 1_000 },
        ...more,
      })
    for (let turn = 1; turn <= 12; turn += 1) {
      await here.clock.advance(20 * MINUTE)
      const now = here.clock.now()
      here.rollout(`s${turn % 3}`, said(turn * 7))
      here.rollout('s0', said(3, { limit_id: 'codex_bengalfox', limit_name: 'Spark' }), now + 1_000)
      here.rollout('s1', tokenCount(null), now + 2_000)
      // A fork begins with what its parent wrote an hour ago.
      here.rollout(`fork${turn}`, said(Math.max(0, turn - 3) * 7), now - HOUR)
      const shown = await here.shownOnce('Codex', ({ windows }) => windows[0]?.pct === turn * 7)
      check(shown, here.clock.now(), 'codex')
      expect(percents(shown)).toEqual({ '5h': turn * 7, '7d': (turn * 7) / 5 })
      if (turn === 6) here = await here.restart()
    }
    await here.clock.advance(HOUR + MINUTE)
    expect(percents(await here.shown('Codex'))).toEqual({ '5h': null, '7d': 16.8 })
  }, 60_000)
})
