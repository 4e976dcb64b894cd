/** Unix milliseconds. */
export type Ms = number

/**
 * What one source saw of one quota window. `window` names it within its account: the same in every source. `pct` is
 * percent used as the source said it, never of another scale; `null` is unknown, and so is a `resetsAt` of `null`.
 * `scope` is the one model that it counts, '' for all. `isMain`: shown unless the settings say otherwise.
 */
export type Reading = {
  window: string
  scope: string
  isMain: boolean
  durationSec: number | null
  pct: number | null
  resetsAt: Ms | null
  /** When it was so, by the source's own clock. */
  observedAt: Ms
  source: string
  /** Whether it is known to have been current then. Only such a reading may lower a figure. */
  isProven: boolean
}

/**
 * What a source saw at one time, of one account. Without an `account` it is of whoever is signed in. `whole`: the kinds
 * of windows (the part of a window's name before its `:`) of which nothing is missing here, so that one that is not
 * listed does not exist any more.
 */
export type Observation = {
  source: string
  account?: string | undefined
  observedAt: Ms
  whole: 'all' | readonly string[]
  readings: readonly Reading[]
}

/** What a source says of one window; `observe` adds what all windows of an observation share. */
export type SeenWindow = Pick<Reading, 'durationSec' | 'pct' | 'resetsAt'> & {
  /** What it counts beside the account's main quota: a model's or a limit's name. */
  kind?: string
  /** What a person calls that. */
  scope?: string
  /** Names the window where its duration is unknown. */
  slot?: string
  isMain?: boolean
}

/** Returns the observation of these windows. A percent that is none is unknown, one below nothing is nothing. */
export function observe(
  seen: Pick<Observation, 'source' | 'account' | 'observedAt' | 'whole'> & { isProven: boolean },
  windows: readonly SeenWindow[],
): Observation {
  const { isProven, ...shared } = seen
  const { source, observedAt } = shared
  return {
    ...shared,
    readings: windows.map(({ kind = '', scope = '', slot = '', isMain = true, durationSec, pct, resetsAt }) => {
      const duration = plainDuration(durationSec)
      return {
        window: `${kind}:${duration ?? slot}`,
        scope,
        isMain,
        durationSec: duration,
        pct: pct === null || Number.isNaN(pct) ? null : Math.max(0, pct),
        resetsAt,
        observedAt,
        source,
        isProven,
      }
    }),
  }
}

const HOUR = 3_600
const DAY = 24 * HOUR

/** The windows there are (s). A source that is a minute off means the same one. */
const DURATIONS: readonly number[] = [5 * HOUR, DAY, 7 * DAY, 30 * DAY]
const SAME = 0.01

/** Returns the usual duration (s) that is meant by one, or itself; `null` for what is none. */
export function plainDuration(seconds: number | null): number | null {
  if (seconds === null || !Number.isFinite(seconds) || seconds <= 0) return null
  return DURATIONS.find((usual) => Math.abs(usual - seconds) <= usual * SAME) ?? seconds
}

/** Returns what a window is called: its duration in the largest whole unit, and its scope: `5h`, `7d Fable`. */
export function labelOf({ durationSec, scope, window }: Pick<Reading, 'durationSec' | 'scope' | 'window'>): string {
  const length = durationSec === null ? (window.split(':').at(-1) ?? '') : describeLength(durationSec)
  return [length, scope].filter((part) => part !== '').join(' ')
}

function describeLength(seconds: number): string {
  if (seconds % DAY === 0) return `${seconds / DAY}d`
  if (seconds % HOUR === 0) return `${seconds / HOUR}h`
  return `${Math.max(1, Math.round(seconds / 60))}m`
}
