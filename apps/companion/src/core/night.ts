/** When displays are dimmed, in minutes after midnight, and to what (0 to 1). */
export type Night = { from: number; to: number; ceiling: number }

/** Returns how far the local time of this machine is ahead of UTC at a moment (minutes). */
export type Zone = (at: number) => number

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** A clock that is set for the summer may pass a border early, late, twice or not at all: two days hold the next one. */
const HORIZON_MINUTES = 2 * DAY_MINUTES

/** Returns the minutes after midnight that a time of day such as `22:00` is. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Whether it is night at `at` (Unix ms). A night may pass midnight; one from a time to itself is always. */
export function isNight({ from, to }: Night, at: number, zone: Zone): boolean {
  const local = Math.floor(at / MINUTE_MS) + zone(at)
  const minute = ((local % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  if (from === to) return true
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Returns when night next begins or ends after `at` (Unix ms). Borders are whole minutes, so each one is looked at. */
export function nextBorder(night: Night, at: number, zone: Zone): number {
  if (night.from === night.to) return Number.POSITIVE_INFINITY
  const now = isNight(night, at, zone)
  const minute = Math.floor(at / MINUTE_MS)
  for (let ahead = 1; ahead <= HORIZON_MINUTES; ahead += 1) {
    const next = (minute + ahead) * MINUTE_MS
    if (isNight(night, next, zone) !== now) return next
  }
  return (minute + HORIZON_MINUTES) * MINUTE_MS
}
