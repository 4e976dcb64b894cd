import { renameSync } from 'node:fs'
import { SCOPES, TokenKindSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { homeFile } from './home.js'
import type { Log } from './log.js'
import { readIfPresent, writeDurableSync } from './private-file.js'

const VERSION = 1

/** A token as it is kept: its SHA-256, never the token. Times are Unix seconds. */
const KeptTokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  kind: TokenKindSchema,
  scopes: v.array(v.picklist(SCOPES)),
  hash: v.string(),
  created_at: v.number(),
  used_at: v.optional(v.number()),
})

/** A token as it is kept. */
export type KeptToken = v.InferOutput<typeof KeptTokenSchema>

const FileSchema = v.object({ version: v.literal(VERSION), tokens: v.array(KeptTokenSchema) })

/**
 * Returns the tokens of a home. A file that is cut or edited wrongly is set aside and costs all of them, never the
 * start. `undefined`: it is there and cannot be read now.
 */
export function readTokens(home: string, now: number, log: Log): KeptToken[] | undefined {
  const path = homeFile(home, 'tokens')
  let text: string | undefined
  try {
    text = readIfPresent(path)
  } catch (error) {
    log.warn(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}); no paired device is let in until it can`,
    )
    return undefined
  }
  if (text === undefined) return []
  const kept = v.safeParse(FileSchema, parse(text))
  if (kept.success) return kept.output.tokens
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

function setAside(path: string, now: number, log: Log): void {
  const aside = `${path}.corrupt-${now}`
  try {
    renameSync(path, aside)
    log.warn(`${path} cannot be used and was set aside as ${aside}: every device and browser has to be paired again`)
  } catch (error) {
    log.warn(`${path} cannot be used, nor set aside (${(error as NodeJS.ErrnoException).code})`)
  }
}
