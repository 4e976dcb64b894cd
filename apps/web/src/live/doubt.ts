import type { Clock } from './clock.js'

/** What is to be made of a request that the companion did not answer in time while its stream stands. */
export type Doubt = {
  /** The companion was heard. */
  heard(): void
  /** Whether the companion is lost: a request that began at `began` (ms) got no answer. Otherwise it is to be asked again. */
  isProof(began: number): boolean
}

/**
 * Returns the doubt in a companion that was not heard yet. One request may have waited for a connection of the browser,
 * or for a busy companion; two in a row, with nothing heard meanwhile, are a companion that froze.
 */
export function createDoubt(clock: Pick<Clock, 'now'>): Doubt {
  let heardAt = Number.NEGATIVE_INFINITY
  let isDoubted = false
  return {
    heard() {
      heardAt = clock.now()
      isDoubted = false
    },
    isProof(began) {
      if (heardAt > began) return false
      const wasDoubted = isDoubted
      isDoubted = true
      return wasDoubted
    },
  }
}
