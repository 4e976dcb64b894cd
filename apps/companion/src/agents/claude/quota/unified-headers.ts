import type { SeenWindow } from '../../../core/quota/reading.js'
import { figureIn, secondsIn } from '../../figure.js'
import { FIVE_HOUR, SEVEN_DAY, type WindowName } from './windows.js'

/** The windows by what the headers call them. What an account spends beyond them (`overage`) is none. */
const WINDOWS: readonly (readonly [slot: string, name: WindowName])[] = [
  ['5h', FIVE_HOUR],
  ['7d', SEVEN_DAY],
]

/**
 * Returns what the `anthropic-ratelimit-unified-*` headers of an answer say: a fraction and a Unix time in seconds for
 * each window. One without a fraction is left out.
 */
export function readUnifiedHeaders(headers: Pick<Headers, 'get'>): SeenWindow[] {
  return WINDOWS.flatMap(([slot, name]) => {
    const header = (what: string) => headers.get(`anthropic-ratelimit-unified-${slot}-${what}`)
    const fraction = figureIn(header('utilization'))
    if (fraction === null) return []
    return [{ ...name, pct: percentOf(Math.max(0, fraction)), resetsAt: secondsIn(header('reset')) }]
  })
}

/** Without the noise of binary fractions: 0.07 is 7 percent. */
function percentOf(fraction: number): number {
  return Math.round(fraction * 1e8) / 1e6
}
