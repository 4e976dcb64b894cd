import type { Ms } from '../core/quota/reading.js'

/**
 * Returns how long a `Retry-After` header asks to wait (ms): seconds or a date. `undefined` for none, for 0, which is
 * said where there is no end in sight, and for what is neither.
 */
export function retryAfterIn(header: string | null, now: Ms): Ms | undefined {
  if (header === null) return undefined
  const text = header.trim()
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return wait > 0 ? wait : undefined
}
