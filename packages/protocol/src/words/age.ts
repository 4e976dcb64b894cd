/** The units of an age, largest first: how many seconds each takes. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** Returns how long `ms` is in its largest unit, at most four characters for the first 27 years: `12s`, `3m`, `2h`. */
export function describeAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['s', 1]
  return `${Math.floor(seconds / size)}${unit}`
}
