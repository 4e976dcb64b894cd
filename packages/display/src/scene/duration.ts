const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Beyond this a figure says nothing to a person, and does not fit. */
const LONGEST = 99 * DAY

/** Returns a span in ms as a person reads it, rounded down: `6d 23h`, `2h 5m`, `45m`, `<1m`, `>99d`. */
export function describeDuration(span: number): string {
  if (span > LONGEST) return '>99d'
  if (!(span >= MINUTE)) return '<1m'
  if (span >= DAY) return pair(span, DAY, 'd', HOUR, 'h')
  if (span >= HOUR) return pair(span, HOUR, 'h', MINUTE, 'm')
  return `${Math.floor(span / MINUTE)}m`
}

/** Returns an age in ms in its largest unit, rounded down: `6d`, `2h`, `45m`, `<1m`, `>99d`. */
export function describeAge(age: number): string {
  const [largest = ''] = describeDuration(age).split(' ')
  return largest
}

function pair(span: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((span % big) / small)
  const first = `${Math.floor(span / big)}${bigUnit}`
  return rest === 0 ? first : `${first} ${rest}${smallUnit}`
}
