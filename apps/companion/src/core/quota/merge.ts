import type { Ms, Reading } from './reading.js'

/**
 * The reading that counts for a window. `rival` is a lower one of the same window that waits to be confirmed; `since`:
 * what was observed before is of a window that was reset.
 */
export type Held = Reading & { rival?: Reading; since: Ms }

/** Resets of one window differ by this much between sources (CodexBar's changelog: seconds to minutes). */
const SAME_RESET = 120_000
/** Sources round, and servers lag: by so little (points) nothing fell. */
const SAME_PERCENT = 2
const FULL = 100
/** A reset further ahead than the window is long is of a clock that is wrong. */
const CLOCK_SKEW = 10 * 60_000

/** How long a reading without a duration counts (s). */
const UNKNOWN_DURATION = 7 * 24 * 3_600

/** Whether a reading's reset cannot be true at `now`: it is further away than the window is long. */
export function isSkewed({ resetsAt, durationSec }: Reading, now: Ms): boolean {
  return resetsAt !== null && durationSec !== null && resetsAt > now + durationSec * 1_000 + CLOCK_SKEW
}

/** Whether a reading's window has ended: nothing is known of the one that followed. */
export function isOver({ resetsAt }: Reading, now: Ms): boolean {
  return resetsAt !== null && resetsAt <= now
}

/** Whether a reading is older than its window is long: it says nothing of any window there is now. */
export function isPastHorizon(reading: Reading, now: Ms): boolean {
  return now >= horizonOf(reading)
}

/** Returns when a reading is as old as its window is long. */
export function horizonOf({ observedAt, durationSec }: Reading): Ms {
  return observedAt + (durationSec ?? UNKNOWN_DURATION) * 1_000
}

/**
 * Returns what counts for a window after `reading`. The newest observation does, whatever its source; but within one
 * window usage only grows, so a lower figure counts from the second that says so (a reset ahead of its time), and one
 * that is not proven to be current never does. A later reset is another window. Of a window that is over nothing is
 * known, and what was observed before what counts says nothing of another window.
 */
export function settle(before: Held | undefined, seen: Reading, now: Ms): Held | undefined {
  if (isSkewed(seen, now)) return before
  const reading = started(notLater(seen, now))
  if (before === undefined || isSkewed(before, now)) return { ...reading, since: 0 }
  const held = notLater(before, now)
  if (reading.observedAt < held.since || isOver(reading, now)) return held
  const isNewer = reading.observedAt >= held.observedAt
  if (isNext(reading, held, now)) return isNewer ? { ...reading, since: 0 } : held
  if (isOver(held, now) || reading.pct === null) return held
  if (held.pct === null) return isNewer ? { ...reading, since: held.since } : held
  if (!isNewer && !isSameReset(reading, held)) return held
  if (isEarlier(reading, held) || isLower(reading.pct, held.pct)) return dispute(held, reading)
  return raise(held, reading)
}

/** Returns a reading as of `now` where it was observed later: the clock was set back, or is another one. */
export function notLater<R extends Reading>(reading: R, now: Ms): R {
  return reading.observedAt <= now ? reading : { ...reading, observedAt: now }
}

/** A source that says 0 behind a window's end speaks of the next one, which has not begun. */
function started(reading: Reading): Reading {
  const { pct, resetsAt, observedAt } = reading
  return pct === 0 && resetsAt !== null && resetsAt <= observedAt ? { ...reading, resetsAt: null } : reading
}

/** Whether a reading is of the window behind `held`: by its reset, or because that one was over when it was observed. */
function isNext({ resetsAt, observedAt }: Reading, held: Held, now: Ms): boolean {
  if (held.resetsAt === null) return false
  if (resetsAt !== null) return resetsAt - held.resetsAt > SAME_RESET
  return isOver(held, now) && observedAt >= held.resetsAt
}

function isEarlier({ resetsAt }: Reading, held: Held): boolean {
  return resetsAt !== null && held.resetsAt !== null && held.resetsAt - resetsAt > SAME_RESET
}

/** Whether two readings say the same reset, both of them. */
function isSameReset(a: Reading, b: Reading): boolean {
  return a.resetsAt !== null && b.resetsAt !== null && Math.abs(a.resetsAt - b.resetsAt) <= SAME_RESET
}

/** What is full is full: some sources stop counting there. */
function isLower(pct: number, other: number): boolean {
  return Math.min(FULL, pct) < Math.min(FULL, other) - SAME_PERCENT
}

/** The figure of the same window, or a higher one: the higher counts, as of the later observation. */
function raise(held: Held, reading: Reading): Held {
  const isHigher = (reading.pct ?? 0) > (held.pct ?? 0)
  if (!isHigher && !reading.isProven) return held
  const pct = isHigher ? reading.pct : held.pct
  const rival = held.rival !== undefined && held.rival.observedAt > reading.observedAt ? held.rival : undefined
  const rest = { since: held.since, ...(rival === undefined ? {} : { rival }) }
  if (reading.observedAt <= held.observedAt) return { ...withoutRival(held), ...rest, pct }
  // A source that leaves the reset out does not know that there is none: nothing may outlive it.
  return { ...reading, ...rest, pct, resetsAt: reading.resetsAt ?? held.resetsAt }
}

function withoutRival({ rival: _, ...held }: Held): Held {
  return held
}

/** A figure that fell waits for a second one, observed later, of the same window, that says so too. */
function dispute(held: Held, reading: Reading): Held {
  if (!reading.isProven || reading.observedAt <= held.observedAt) return held
  const { rival } = held
  if (rival !== undefined && reading.observedAt <= rival.observedAt) return held
  return rival !== undefined && agree(reading, rival)
    ? { ...reading, since: rival.observedAt }
    : { ...held, rival: reading }
}

/** Whether a reading says of its window what an earlier one did, or more. */
function agree(reading: Reading, rival: Reading): boolean {
  const isOfSame = isSameReset(reading, rival) || (reading.resetsAt === null && rival.resetsAt === null)
  return isOfSame && !isLower(reading.pct ?? 0, rival.pct ?? 0)
}
