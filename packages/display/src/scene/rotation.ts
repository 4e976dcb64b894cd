/** How long one of several names is shown, in ms. */
export const ROTATION = 3000

/** Returns which of `count` names is shown `elapsed` ms after the first came up; 0 when there is nothing to choose. */
export function rotationAt(count: number, elapsed: number): number {
  if (count < 2 || !(elapsed > 0)) return 0
  return Math.floor(elapsed / ROTATION) % count
}

/** Returns when (ms) the one of `count` names that is shown at `now` came up; `since` is when the first did. */
export function turnedAt(count: number, since: number, now: number): number {
  if (count < 2 || !(now > since)) return since
  return since + Math.floor((now - since) / ROTATION) * ROTATION
}
