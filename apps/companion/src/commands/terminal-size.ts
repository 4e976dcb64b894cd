import type { Output } from './command.js'

/** What a terminal that does not say its size, or says 0, is taken for. */
const COLUMNS = 80
const ROWS = 24

/** Returns how many columns and rows an output has: without end when it is no terminal. */
export function sizeOf({ isTTY, columns, rows }: Output): { width: number; height: number } {
  if (isTTY !== true) return { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }
  return { width: columns || COLUMNS, height: rows || ROWS }
}
