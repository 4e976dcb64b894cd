import type { SourceState } from '@codexbar/protocol/wire'
import type { Ms } from './reading.js'

/**
 * What is remembered of the calls to one upstream. `blockedUntil`: not before, whatever asks; `failures`: how many calls
 * in a row failed; `refused`: the mark of credentials that were refused, which are not shown again, and how.
 */
export type CallPlan = {
  lastAt: Ms
  blockedUntil: Ms
  failures: number
  /** How the last call ended. */
  state?: SourceState
  refused?: { mark: string; state: SourceState }
}

/**
 * How a call ended. `retryAfter` is how long the other side asks to wait (ms), where it does; `mark` is of the
 * credentials that it refused.
 */
export type CallEnd =
  | { is: 'answered' }
  | { is: 'failed' }
  | { is: 'limited'; retryAfter?: Ms | undefined }
  | { is: 'refused'; state: SourceState; mark: string }

/** Nothing was called yet. */
export const NO_CALLS: CallPlan = { lastAt: 0, blockedUntil: 0, failures: 0 }

/** Two calls are never closer than this: the budget is shared with the agent itself. */
export const CLOSEST_CALLS: Ms = 300_000
const LONGEST_BACK_OFF: Ms = 3_600_000
/** What an upstream asks for is believed up to a day. */
const LONGEST_RETRY_AFTER: Ms = 24 * 3_600_000
/** How long after a reset it is called for, and how long after it a call has seen it: windows are reset together. */
const AFTER_RESET: Ms = 20_000
const SEEN_AFTER: Ms = 10_000

/**
 * Returns when the next call may be made: `every` after the last one (never closer than `CLOSEST_CALLS`), `jitter` of
 * that (0 to 1 of a tenth) later; earlier where one of `resets` has passed since, once for each.
 */
export function nextCall(plan: CallPlan, every: Ms, resets: readonly Ms[], jitter: number): Ms {
  const interval = Math.max(CLOSEST_CALLS, every)
  const regular = plan.lastAt === 0 ? 0 : plan.lastAt + interval + (jitter * interval) / 10
  const due = resets.filter((reset) => reset + SEEN_AFTER > plan.lastAt).map((reset) => reset + AFTER_RESET)
  const wanted = Math.min(regular, ...due)
  const earliest = plan.lastAt === 0 ? 0 : plan.lastAt + CLOSEST_CALLS
  return Math.max(wanted, earliest, plan.blockedUntil)
}

/** Returns the plan after a call that ended at `now`. */
export function afterCall(plan: CallPlan, end: CallEnd, now: Ms): CallPlan {
  if (end.is === 'answered') return { lastAt: now, blockedUntil: 0, failures: 0 }
  const failures = plan.failures + 1
  // Other credentials may be shown at once.
  if (end.is === 'refused') {
    return { lastAt: now, blockedUntil: 0, failures, refused: { mark: end.mark, state: end.state } }
  }
  const backOff = Math.min(LONGEST_BACK_OFF, CLOSEST_CALLS * 2 ** (failures - 1))
  const asked = end.is === 'limited' ? Math.min(LONGEST_RETRY_AFTER, end.retryAfter ?? 0) : 0
  return { lastAt: now, blockedUntil: now + Math.max(backOff, asked), failures }
}

/**
 * Returns a plan as it stands at `now`. A clock that was set back must not keep anyone from calling for longer than a call
 * could.
 */
export function resumePlan(kept: CallPlan, now: Ms): CallPlan {
  const lastAt = Math.min(kept.lastAt, now)
  return { ...kept, lastAt, blockedUntil: Math.min(kept.blockedUntil, now + LONGEST_RETRY_AFTER) }
}
