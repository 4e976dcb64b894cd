import { readCurlrc } from '@codexbar/hooks'
import type { Bearer } from '../core/access.js'
import type { Clock } from './clock.js'
import { sameToken } from './token.js'
import type { Tokens } from './tokens.js'

/** Knows who may do what. */
export type Keys = {
  /** Returns who shows a token, as far as is known now. */
  bearerOf(token: string): Bearer | undefined
  /** Looks again for the hooks' token, which may be written while the companion runs. */
  refresh(): Promise<void>
}

const REREAD_MS = 1_000

const ADMIN: Bearer = { scopes: ['admin'] }
const HOOKS: Bearer = { scopes: ['report'] }

/**
 * Returns who may do what on a home: its administrator's token everything, the hooks' token reporting, the tokens that
 * were given out what they were given out for.
 */
export function createKeys(deps: {
  home: string
  clock: Clock
  adminToken: string
  tokens: Pick<Tokens, 'bearerOf'>
}): Keys {
  const { home, clock, adminToken, tokens } = deps
  let hookToken: string | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    hookToken = (await readCurlrc(home))?.token
  }

  return {
    bearerOf(token) {
      if (sameToken(token, adminToken)) return ADMIN
      return hookToken !== undefined && sameToken(token, hookToken) ? HOOKS : tokens.bearerOf(token)
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
