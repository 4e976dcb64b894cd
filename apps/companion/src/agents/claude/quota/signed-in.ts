import * as v from 'valibot'
import type { Ms } from '../../../core/quota/reading.js'
import { nameless } from '../../nameless.js'

const SignedInSchema = v.object({
  account: v.nullable(v.string()),
  since: v.pipe(v.number(), v.finite()),
  file: v.fallback(v.string(), ''),
})

/**
 * Who is signed in since when, and a name of the file that says so. `account` is `null` for somebody whom that file
 * does not name.
 */
export type SignedIn = v.InferOutput<typeof SignedInSchema>

/** Returns who was signed in as a file kept it, `undefined` where nobody was or it is not understood. */
export function restoreSignedIn(kept: unknown): SignedIn | undefined {
  const result = v.safeParse(SignedInSchema, kept)
  return result.success ? result.output : undefined
}

/**
 * Returns who is signed in after a state file named `account`, or nobody. The first one that is named always was. A
 * file that never named anybody says nothing: people who hand Claude Code a token have no account in it.
 */
export function signIn(
  before: SignedIn | undefined,
  account: string | undefined,
  file: string,
  now: Ms,
): SignedIn | undefined {
  if (before === undefined) return account === undefined ? undefined : { account, since: 0, file }
  if (before.account !== (account ?? null)) return { account: account ?? null, since: now, file }
  return before.file === file ? before : { ...before, file }
}

/**
 * Returns what somebody is called as the account of readings. Whoever follows a person who signed out is not that
 * person, and may still use a token: each time a name of its own.
 */
export function accountName({ account, since }: SignedIn): string {
  return account ?? nameless(`unnamed since ${since}`)
}
