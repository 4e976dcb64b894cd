const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Beyond this a span says nothing to a person, and does not fit a display. */
const LONGEST = 99 * DAY

/** Returns a span in ms as a person reads it, rounded down: `6d 23h`, `2h 5m`, `45m`, `<1m`, `>99d`. */
export function describeSpan(span: number): string {
  if (span > LONGEST) return '>99d'
  if (!(span >= MINUTE)) return '<1m'
  if (span >= DAY) return pair(span, DAY, 'd', HOUR, 'h')
  if (span >= HOUR) return pair(span, HOUR, 'h', MINUTE, 'm')
  return `${Math.floor(span / MINUTE)}m`
}

function pair(span: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((span % big) / small)
  const first = `${Math.floor(span / big)}${bigUnit}`
  return rest === 0 ? first : `${first} ${rest}${smallUnit}`
}

const UNKNOWN = '--'
const LONGEST_PERCENT = 999

/**
 * Returns percent used as a person reads it: rounded, but nothing that is not full says 100 and nothing that is used
 * says 0; above 100 as it is; `--` when unknown.
 */
export function describePercent(pct: number | null): string {
  if (pct === null) return UNKNOWN
  if (pct > 0 && pct < 1) return '<1%'
  if (pct > LONGEST_PERCENT) return `>${LONGEST_PERCENT}%`
  return `${pct < 100 ? Math.min(99, Math.round(pct)) : Math.round(pct)}%`
}

/** Returns percent left as a person reads it, with the same care: what is not all gone says no 0, nothing is negative. */
export function describeRemaining(pct: number | null): string {
  return pct === null ? UNKNOWN : describePercent(Math.max(0, 100 - pct))
}
