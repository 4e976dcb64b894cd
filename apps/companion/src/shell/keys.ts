import { readCurlrc } from '@codexbar/hooks'
import type { Clock } from './clock.js'
import { sameToken } from './token.js'

/** Knows who may do what. */
export type Keys = {
  /** Returns what the bearer of a token may do, as far as is known now. */
  rightsOf(token: string): 'report' | 'admin' | undefined
  /** Looks again for the hooks' token, which may be written while the companion runs. */
  refresh(): Promise<void>
}

const REREAD_MS = 1_000

/** Returns who may do what on a home: its administrator's token everything, the hooks' token reporting. */
export function createKeys(deps: { home: string; clock: Clock; adminToken: string }): Keys {
  const { home, clock, adminToken } = deps
  let hookToken: string | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    hookToken = (await readCurlrc(home))?.token
  }

  return {
    rightsOf(token) {
      if (sameToken(token, adminToken)) return 'admin'
      return hookToken !== undefined && sameToken(token, hookToken) ? 'report' : undefined
    },
    refresh() {
      const now = clock.now()
      if (now >= readAt && now - readAt < REREAD_MS) return reading
      readAt = now
      reading = read()
      return reading
    },
  }
}
