import type { Ms } from './signal.js'

const SECOND = 1000

/** Hooks are separate processes: two that fire in a row may arrive in the other order within this span. */
export const OVERTAKE: Ms = 200

/** How long after its end a call or a turn still gets events that were meant for before. */
export const LATE: Ms = SECOND

/** How long after its end a sub-agent's events are dropped. */
export const AGENT_LATE: Ms = 2 * SECOND

/** A start says nothing about a session that was heard of this recently. */
export const START_LATE: Ms = 2 * SECOND

/** How long a failed model request may wait for its retry. */
export const RETRY: Ms = 4 * SECOND

/** How long late events of an ended session are dropped. */
export const TOMBSTONE: Ms = 60 * SECOND

/** How long a session that nobody hears of is remembered after it left the display: its name and its asks. */
export const KEPT: Ms = 12 * 60 * 60 * SECOND

/**
 * Whether `at` was less than `span` before `now`. A time that has not come yet is none that was just now: the clock was
 * set back.
 */
export function isRecent(at: Ms, now: Ms, span: Ms): boolean {
  const age = now - at
  return age >= 0 && age < span
}

/**
 * Whether what arrived at `at` may have overtaken what arrives now. Of two things that arrive at one instant the order
 * is all that is known: it is believed.
 */
export function mayHaveOvertaken(at: Ms, now: Ms): boolean {
  return at !== now && isRecent(at, now, OVERTAKE)
}
