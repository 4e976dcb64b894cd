import { columns, truncateLabel } from '@codexbar/protocol/wire'
import type { Line, Span } from './tone.js'

/** Returns how many terminal columns a line takes. */
export function lengthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + columns(text), 0)
}

/** Returns a line cut to at most `width` terminal columns, ellipsis included. */
export function clip(line: Line, width: number): Line {
  if (lengthOf(line) <= width) return line
  const kept: Span[] = []
  let left = width
  for (const [at, span] of line.entries()) {
    const isLast = lengthOf(line.slice(at + 1)) === 0
    const taken = columns(span.text)
    // A span that fits leaves room for the ellipsis of what follows.
    if (taken < left || (taken === left && isLast)) {
      kept.push(span)
      left -= taken
      continue
    }
    kept.push({ ...span, text: truncateLabel(`${span.text}${isLast ? '' : '…'}`, left) })
    break
  }
  return kept
}
