import type { Usage } from '@codexbar/protocol/wire'

/** A moment by the page's clock (ms that only grow), and by this machine's (Unix ms). */
export type Moment = { clock: number; today: number }

/** A usage and when it was received. */
export type HeardUsage = { value: Usage; at: Moment }

/** How often the quota is asked for where no event tells of it (ms). */
export const USAGE_EVERY = 5 * 60_000

/**
 * Returns how long ago a usage was received (ms). The page's clock may stand while the machine sleeps and the machine's
 * may be set back: the longer time counts, because figures may only be taken for older than they are.
 */
export function elapsedSince({ at }: HeardUsage, now: Moment): number {
  return Math.max(0, now.clock - at.clock, now.today - at.today)
}
