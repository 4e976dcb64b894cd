import { type Known, NOTHING_KNOWN, takeAccount, takeObservation } from '../../src/core/quota/known.js'
import { type Observation, observe, type SeenWindow } from '../../src/core/quota/reading.js'
import { type Show, showQuota } from '../../src/core/quota/show.js'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A moment (Unix ms) at which the tables begin; a whole second. */
export const NOON = Date.UTC(2026, 10, 30, 12)

const SHOW: Show = { staleAfter: 30 * MINUTE }

/** A window as the tables write it: how much is used, and when it is reset (ms after `NOON`), `null` where not said. */
export type Seen = { pct: number | null; resets: number | null } & Partial<SeenWindow>

/** What a source sees at `at` (ms after `NOON`). Without `windows` it is the 5-hour window alone. */
export type Step = { at: number; source?: string; told?: number; account?: string; proven?: boolean } & (
  | Seen
  | { windows: readonly Seen[]; whole?: Observation['whole'] }
  | { signedIn: string | null; since?: number }
)

/** Plays steps, each told at `told`, or when it was seen. */
export function play(steps: readonly Step[], from: Known = NOTHING_KNOWN): Known {
  return steps.reduce((known, step) => {
    const now = NOON + (step.told ?? step.at)
    if ('signedIn' in step) return takeAccount(known, step.signedIn, NOON + (step.since ?? step.at), now)
    return takeObservation(known, observationOf(step), now)
  }, from)
}

function observationOf(step: Exclude<Step, { signedIn: string | null }>): Observation {
  const { at, source = 'a', account, proven = true } = step
  const windows = 'windows' in step ? step.windows : [step]
  const whole = ('windows' in step ? step.whole : undefined) ?? []
  return observe(
    { source, account, observedAt: NOON + at, whole, isProven: proven },
    windows.map(({ pct, resets, durationSec = 18_000, ...more }) => ({
      ...more,
      durationSec,
      pct,
      resetsAt: resets === null ? null : NOON + resets,
    })),
  )
}

/** Returns what is shown at `at` (ms after `NOON`). */
export function shownAt(known: Known, at: number, show: Partial<Show> = {}) {
  return showQuota(known, { ...SHOW, ...show }, NOON + at)
}

/** Returns what is shown of each window at `at`, by its label. */
export function percentsAt(known: Known, at: number, show: Partial<Show> = {}): Record<string, number | null> {
  return Object.fromEntries(shownAt(known, at, show).windows.map(({ label, pct }) => [label, pct]))
}
