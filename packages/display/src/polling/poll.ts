import { freeze } from '@codexbar/protocol/wire'
import { LOST_AFTER } from '../desk/companion.js'

/** What to ask a companion: a path, the `If-None-Match` to send, and how long (ms) an answer may take. */
export type PollRequest = { path: '/status' | '/usage'; query: string; etag: string | undefined; deadline: number }

/** How an ask ended. */
export type PollOutcome = { is: 'changed'; etag: string | undefined } | { is: 'unchanged' } | { is: 'failed' }

/**
 * The plan of one path: when to ask next, since when (ms) nothing else was asked, and when asking will have been paid
 * for: every ask costs `PRICE`.
 */
type Schedule = { next: number; ended: number; failures: number; paid: number }

/** When to ask one companion what. Times are ms of the caller's clock. */
export type Poll = {
  status: Schedule
  usage: Schedule
  etag: string | undefined
  /** Whether the next answer is wanted at once: nothing is known yet, or the last ask failed. */
  hurried: boolean
  /** Until when the companion is not asked to hold an answer, for it does not. */
  unheld: number
  /** How many asks in a row were to be held and were not, though there was no news. */
  unkept: number
  /** How many asks in a row had news at once. */
  instant: number
  /** When `/status` last answered. */
  answered: number
}

const HOLD_S = 25
const DEADLINE = 5000
const GAP = 250
/** An unchanged answer that came sooner (ms) than this was not held. One may be: the companion ends, or news reverts. */
const NOT_HELD = 1000
const UNKEPT_IN_A_ROW = 3
const PLAIN_INTERVAL = 5000
const USAGE_INTERVAL = 5 * 60_000
const TRY_HOLDING_AGAIN = 10 * 60_000
const BACK_OFF = freeze([1000, 2000, 4000, 8000, 15_000, 30_000])
/** News that came sooner (ms) was there when it was asked for: after so many in a row a calmer pace is kept (ms). */
const AT_ONCE = 300
const AT_ONCE_IN_A_ROW = 12
const CALM_GAP = 2000
/** Whatever answers come: so many asks as fast as there is news, then one every so often (ms), saved up while idle. */
const BURST = 60
const PRICE = 500

/** Returns the plan of a companion that was never asked: both paths at once. */
export function createPoll(now: number): Poll {
  const schedule = { next: now, ended: now - GAP, failures: 0, paid: now }
  const counts = { unkept: 0, instant: 0 }
  return { status: schedule, usage: schedule, etag: undefined, hurried: true, unheld: now, ...counts, answered: now }
}

/** Returns what to ask at `path` now, or how many ms to wait before that. One ask a path is in flight: the caller's care. */
export function nextRequest(
  poll: Poll,
  path: PollRequest['path'],
  now: number,
): { ask: PollRequest } | { wait: number } {
  const { next } = path === '/status' ? poll.status : poll.usage
  if (next > now) return { wait: next - now }
  if (path === '/usage') return { ask: { path, query: '', etag: undefined, deadline: DEADLINE } }
  const { etag } = poll
  if (etag === undefined || poll.hurried || now < poll.unheld)
    return { ask: { path, query: '', etag, deadline: DEADLINE } }
  return { ask: { path, query: `?wait=${HOLD_S}`, etag, deadline: HOLD_S * 1000 + DEADLINE } }
}

/** Returns the plan after an ask that ended at `now` and `took` ms. Unchanged since nothing (no etag) is a failure. */
export function afterRequest(poll: Poll, ask: PollRequest, outcome: PollOutcome, took: number, now: number): Poll {
  const failed = outcome.is === 'failed' || (outcome.is === 'unchanged' && ask.etag === undefined)
  if (ask.path === '/usage') {
    return { ...poll, usage: failed ? backOff(poll.usage, now) : scheduleAt(poll.usage, now, USAGE_INTERVAL) }
  }
  if (failed) return { ...poll, status: backOff(poll.status, now), hurried: true, unheld: now }
  const isUnkept = outcome.is === 'unchanged' && ask.query !== '' && took < NOT_HELD
  const unkept = isUnkept ? poll.unkept + 1 : 0
  const unheld = unkept === UNKEPT_IN_A_ROW ? now + TRY_HOLDING_AGAIN : poll.unheld
  const etag = outcome.is === 'changed' ? outcome.etag : poll.etag
  const isInstant = outcome.is === 'changed' && ask.query !== '' && took < AT_ONCE
  const instant = isInstant ? poll.instant + 1 : 0
  const gap = instant > AT_ONCE_IN_A_ROW ? CALM_GAP : GAP
  const wait = etag === undefined || now < unheld ? PLAIN_INTERVAL : gap
  const recovered = now - poll.answered >= LOST_AFTER
  return {
    status: scheduleAt(poll.status, now, wait),
    usage: recovered ? atOnce(poll.usage, now) : poll.usage,
    etag,
    hurried: false,
    unheld,
    unkept,
    instant,
    answered: now,
  }
}

/** Returns the plan when the network is back: both paths are asked at once, whatever was before. */
export function reconnected(poll: Poll, now: number): Poll {
  const { status, usage } = poll
  return { ...poll, hurried: true, unheld: now, status: atOnce(status, now), usage: atOnce(usage, now) }
}

function scheduleAt(schedule: Schedule, now: number, wait: number): Schedule {
  const paid = Math.max(schedule.paid, now) + PRICE
  return { next: Math.max(now + wait, affordable(paid)), ended: now, failures: 0, paid }
}

function atOnce(schedule: Schedule, now: number): Schedule {
  return { ...schedule, next: Math.max(now, schedule.ended + GAP, affordable(schedule.paid)), failures: 0 }
}

function backOff(schedule: Schedule, now: number): Schedule {
  const failures = schedule.failures + 1
  const wait = BACK_OFF[Math.min(failures, BACK_OFF.length) - 1] ?? GAP
  return { ...scheduleAt(schedule, now, wait), failures }
}

/** When the next ask can be made on top of those that are not paid for yet. */
function affordable(paid: number): number {
  return paid - (BURST - 1) * PRICE
}
