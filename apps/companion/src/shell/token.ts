import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { homeFile } from './home.js'
import { readIfPresent, writePrivateSync } from './private-file.js'

const SHAPE = /^[\w-]{43}$/

/** Returns a new secret: 32 random bytes as 43 URL-safe characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the name of the cookie that browsers show a companion. Cookies know no ports: two companions on one machine
 * have to have names of their own, and the home's token tells them apart.
 */
export function cookieNameOf(adminToken: string): string {
  return `codexbar_${createHash('sha256').update(`cookie ${adminToken}`).digest('hex').slice(0, 8)}`
}

/** Returns the administrator's token of a home, `undefined` when there is none yet. Throws when it cannot be read. */
export function readToken(home: string): string | undefined {
  const token = readIfPresent(homeFile(home, 'token'))?.trim()
  return token !== undefined && SHAPE.test(token) ? token : undefined
}

/** Returns the administrator's token of a home and makes one when there is none. */
export function ensureToken(home: string): string {
  const path = homeFile(home, 'token')
  const known = readToken(home)
  if (known !== undefined) {
    chmodSync(path, 0o600)
    return known
  }
  const token = createToken()
  writePrivateSync(path, `${token}\n`)
  return token
}

/** Returns what a secret is kept and looked up by: how long that takes says nothing of one that is close to another. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Whether two secrets are the same, in a time that says nothing about where they differ. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
