/**
 * Returns the epoch after `announced` more asks were announced at `now` (Unix ms): greater than any before it, also
 * than those of a companion that lost its memory.
 */
export function epochAfter(previous: number, announced: number, now: number): number {
  return announced === 0 ? previous : Math.max(previous + announced, Math.floor(now / 1000))
}
