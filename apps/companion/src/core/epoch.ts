/**
 * Returns the epoch after one more ask was announced at `now` (Unix ms): greater than any before it, also than those
 * of a companion that lost its memory.
 */
export function nextEpoch(previous: number, now: number): number {
  return Math.max(previous + 1, Math.floor(now / 1000))
}
