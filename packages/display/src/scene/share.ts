import { describePercent, describeRemaining } from '@codexbar/protocol/wire'
import type { QuotaStyle } from '../desk/quota-style.js'

/** Returns how much of a window there is to show, in percent: what is used of it, or left. Nothing where unknown. */
export function shareOf(pct: number | null, show: QuotaStyle['show']): number {
  if (pct === null) return 0
  return show === 'used' ? pct : 100 - pct
}

/**
 * Returns a window's percent as a person reads it, of `pct` percent used: `42%`, or `58% left` to one who wants to see
 * what is left; `--` when unknown. `100% left` has no room.
 */
export function describeShare(pct: number | null, show: QuotaStyle['show']): string {
  if (show === 'used') return describePercent(pct)
  const left = describeRemaining(pct)
  if (pct === null) return left
  return left === '100%' ? 'all left' : `${left} left`
}
