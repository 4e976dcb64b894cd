import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type MadeToken, type NewToken, type Refusal, TOKEN_KINDS, type Token } from '@codexbar/protocol/wire'
import type { Bearer } from '../core/access.js'
import { COOKIE_LIFETIME_S } from '../core/cookie.js'
import type { Clock } from './clock.js'
import type { Log } from './log.js'
import { createToken, hashOf } from './token.js'
import { type KeptToken, readTokens, writeTokens } from './token-file.js'

/** The tokens of devices and browsers. This companion is the only one that changes them. */
export type Tokens = {
  /** Returns who shows a token, and notes the day. */
  bearerOf(token: string): Bearer | undefined
  /** Returns every token, or why they are not known. */
  list(): Token[] | Refusal
  create(wanted: NewToken): Omit<MadeToken, 'ok'> | Refusal
  /** Takes a token back at once: what it holds open ends. Returns why it is not, if so. */
  revoke(id: string): Refusal | undefined
  /** Writes what is not written yet. */
  close(): void
}

const LIMIT = 100
const DAY_S = 24 * 3600
/** A use is written some time after the request that it is of. */
const NOTE_MS = 1_000

/** A file that cannot be read is looked at again after this long, whoever is asked about. */
const REREAD_MS = 1_000

const NOT_STORED: Refusal = { error: 'not_stored', message: 'tokens.json cannot be written; nothing was changed' }
const NOT_READ: Refusal = {
  error: 'not_stored',
  message: 'tokens.json cannot be read: who is paired is not known, and nothing was changed',
}
const TOO_MANY: Refusal = { error: 'limit_reached', message: `there are ${LIMIT} tokens: revoke some first` }
const UNKNOWN: Refusal = { error: 'not_found', message: 'there is no such token' }

type Entry = KeptToken & { revoking: AbortController }

/** Returns the tokens of a home. They are written before they count, so that none is forgotten by a crash. */
export function createTokens(deps: { home: string; clock: Clock; log: Log }): Tokens {
  const { home, clock, log } = deps
  let entries = new Map<string, Entry>()
  let isRead = false
  let readAt = Number.NEGATIVE_INFINITY
  let isNoted = true
  let cancelNote: (() => void) | undefined

  function seconds(): number {
    return Math.floor(clock.now() / 1000)
  }

  /** A file that could not be read is never written over: it is read again first. */
  function isAtHand(): boolean {
    if (isRead) return true
    const isFirst = readAt === Number.NEGATIVE_INFINITY
    readAt = clock.now()
    try {
      entries = new Map(readTokens(home, readAt, log).map((token) => [token.hash, entryOf(token)]))
      isRead = true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (isFirst) log.warn(`tokens.json cannot be read (${code}); no paired device is let in until it can`)
    }
    return isRead
  }

  /** Every request may ask who shows a token: the file is not looked at each time. */
  function lookAgain(): void {
    const age = clock.now() - readAt
    if (!isRead && (age < 0 || age >= REREAD_MS)) isAtHand()
  }

  /** Ids are short: one that is taken is not given again. */
  function freshId(): string {
    const taken = new Set([...entries.values()].map((entry) => entry.id))
    let id = randomId()
    while (taken.has(id)) id = randomId()
    return id
  }

  /** Makes these the tokens, on the disk first. Returns whether they are. */
  function keep(next: readonly Entry[]): boolean {
    try {
      writeTokens(
        home,
        next.map(({ revoking: _, ...token }) => token),
      )
    } catch (error) {
      log.warn(`tokens.json cannot be written (${(error as NodeJS.ErrnoException).code})`)
      return false
    }
    entries = new Map(next.map((entry) => [entry.hash, entry]))
    isNoted = true
    return true
  }

  /** A browser is let in for as long as its cookie lives. */
  function isOver({ kind, created_at }: KeptToken): boolean {
    return kind === 'browser' && seconds() - created_at >= COOKIE_LIFETIME_S
  }

  function current(): Entry[] {
    return [...entries.values()].filter((entry) => !isOver(entry))
  }

  function noteUse(entry: Entry): void {
    const now = seconds()
    if (entry.used_at !== undefined && now - entry.used_at < DAY_S) return
    entry.used_at = now
    isNoted = false
    cancelNote ??= clock.setTimer(NOTE_MS, writeNotes)
  }

  function writeNotes(): void {
    cancelNote?.()
    cancelNote = undefined
    if (!isNoted && isAtHand()) keep(current())
    isNoted = true
  }

  isAtHand()

  return {
    bearerOf(token) {
      lookAgain()
      const entry = entries.get(hashOf(token))
      if (entry === undefined || isOver(entry)) return undefined
      noteUse(entry)
      return { scopes: entry.scopes, revoked: entry.revoking.signal }
    },
    list: () => (isAtHand() ? current().map(({ revoking: _, hash: __, ...token }) => token) : NOT_READ),
    create({ name, kind }) {
      if (!isAtHand()) return NOT_READ
      const known = current()
      if (known.length >= LIMIT) return TOO_MANY
      const token = createToken()
      const id = freshId()
      const scopes = [...TOKEN_KINDS[kind]]
      const made = { id, name, kind, scopes, hash: hashOf(token), created_at: seconds() }
      return keep([...known, entryOf(made)]) ? { id, token } : NOT_STORED
    },
    revoke(id) {
      if (!isAtHand()) return NOT_READ
      const known = current()
      const entry = known.find((one) => one.id === id)
      if (entry === undefined) return UNKNOWN
      if (!keep(known.filter((one) => one !== entry))) return NOT_STORED
      entry.revoking.abort()
      return undefined
    },
    close: writeNotes,
  }
}

function entryOf(token: KeptToken): Entry {
  const revoking = new AbortController()
  // Every answer that is held for the token listens.
  setMaxListeners(0, revoking.signal)
  return { ...token, revoking }
}

function randomId(): string {
  return randomBytes(4).toString('hex')
}
