import type { Ms } from '../core/quota/reading.js'

const SECONDS = /^\d+(\.\d+)?$/
/** A date as HTTP writes it, in any of its three ways: with the day of the week and a time of day. */
const DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/

/**
 * Returns how long a `Retry-After` header asks to wait (ms): seconds or a date. `undefined` for none, for 0, which is
 * said where there is no end in sight, and for what is neither.
 */
export function retryAfterIn(header: string | null, now: Ms): Ms | undefined {
  if (header === null) return undefined
  const text = header.trim()
  const wait = SECONDS.test(text) ? Number(text) * 1_000 : DATE.test(text) ? Date.parse(text) - now : 0
  return wait > 0 ? wait : undefined
}
