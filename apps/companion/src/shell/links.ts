import type { Clock } from './clock.js'
import { createToken, hashOf } from './token.js'

/** The one-time links that let browsers in. They are in memory only: none outlives the companion. */
export type Links = {
  /** Returns a new one: the path that it is at, and until when it can be used (Unix ms). */
  make(): { path: string; expiresAt: number }
  /** Whether a code can still be used. */
  holds(code: string): boolean
  /** A code was used. */
  drop(code: string): void
}

const LIFETIME_MS = 10 * 60_000
const LIMIT = 16

/** Returns no links yet. Past the limit the oldest goes. */
export function createLinks(clock: Clock): Links {
  const expiries = new Map<string, number>()

  function forget(): void {
    const now = clock.now()
    for (const [hash, expiresAt] of expiries) if (now >= expiresAt) expiries.delete(hash)
  }

  return {
    make() {
      forget()
      const [oldest] = expiries.keys()
      if (expiries.size >= LIMIT && oldest !== undefined) expiries.delete(oldest)
      const code = createToken()
      const expiresAt = clock.now() + LIFETIME_MS
      expiries.set(hashOf(code), expiresAt)
      return { path: `/enter/${code}`, expiresAt }
    },
    holds(code) {
      forget()
      return expiries.has(hashOf(code))
    },
    drop(code) {
      expiries.delete(hashOf(code))
    },
  }
}
