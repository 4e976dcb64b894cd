import { describeSpan } from '@codexbar/protocol/wire'

/** Returns an age in ms in its largest unit, rounded down: `6d`, `2h`, `45m`, `<1m`, `>99d`. */
export function describeAge(age: number): string {
  const [largest = ''] = describeSpan(age).split(' ')
  return largest
}

/** Returns the time to a reset in ms as it fits its column: as a span, from ten hours or ten days on without the rest. */
export function describeCountdown(left: number): string {
  const span = describeSpan(left)
  return Number.parseInt(span, 10) >= 10 ? describeAge(left) : span
}
