import { renameSync } from 'node:fs'
import { SCOPES, TokenKindSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { homeFile } from './home.js'
import type { Log } from './log.js'
import { readIfPresent, writeDurableSync } from './private-file.js'

const VERSION = 1

const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A token as it is kept: its SHA-256, never the token. Whatever is kept can be told over the wire. */
const KeptTokenSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  name: v.pipe(v.string(), v.minLength(1)),
  kind: TokenKindSchema,
  scopes: v.array(v.picklist(SCOPES)),
  hash: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  created_at: Seconds,
  used_at: v.optional(Seconds),
})

/** A token as it is kept. Times are Unix seconds. */
export type KeptToken = v.InferOutput<typeof KeptTokenSchema>

const FileSchema = v.object({ version: v.literal(VERSION), tokens: v.array(v.unknown()) })

/**
 * Returns the tokens of a home, no two of one id or one hash. An entry that is wrong is left out; a file that is none of
 * tokens is set aside and costs all of them, never the start. Throws what the file system says of a file that is there
 * and cannot be read.
 */
export function readTokens(home: string, now: number, log: Log): KeptToken[] {
  const path = homeFile(home, 'tokens')
  const text = readIfPresent(path)
  if (text === undefined) return []
  const file = v.safeParse(FileSchema, parse(text))
  if (file.success) return usableOf(file.output.tokens, path, log)
  setAside(path, now, log)
  return []
}

/** Replaces the tokens of a home. Throws what the file system says. */
export function writeTokens(home: string, tokens: readonly KeptToken[]): void {
  writeDurableSync(homeFile(home, 'tokens'), `${JSON.stringify({ version: VERSION, tokens }, undefined, 2)}\n`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function usableOf(entries: readonly unknown[], path: string, log: Log): KeptToken[] {
  const taken = new Set<string>()
  const usable: KeptToken[] = []
  for (const entry of entries) {
    const token = v.safeParse(KeptTokenSchema, entry)
    if (!token.success) continue
    const { id, hash } = token.output
    if (taken.has(`id ${id}`) || taken.has(`hash ${hash}`)) continue
    taken.add(`id ${id}`).add(`hash ${hash}`)
    usable.push(token.output)
  }
  const lost = entries.length - usable.length
  if (lost > 0) {
    const which = lost === 1 ? '1 entry' : `${lost} entries`
    log.warn(`${which} of ${path} cannot be used and will go: what it let in has to be paired again`)
  }
  return usable
}

function setAside(path: string, now: number, log: Log): void {
  const aside = `${path}.corrupt-${now}`
  try {
    renameSync(path, aside)
    log.warn(`${path} cannot be used and was set aside as ${aside}: every device and browser has to be paired again`)
  } catch (error) {
    log.warn(`${path} cannot be used, nor set aside (${(error as NodeJS.ErrnoException).code})`)
  }
}
