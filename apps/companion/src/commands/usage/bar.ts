const FULL = '█'
const EMPTY = '░'

/**
 * Returns a bar of `width` terminal columns, filled by `fill` (0 to 1). One that is not empty says so, and one that is
 * not full too.
 */
export function drawBar(fill: number, width: number): string {
  const filled = fill <= 0 ? 0 : fill >= 1 ? width : Math.min(width - 1, Math.max(1, Math.round(fill * width)))
  return FULL.repeat(filled) + EMPTY.repeat(width - filled)
}
