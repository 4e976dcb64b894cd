import * as v from 'valibot'
import type { Ms } from '../../../core/quota/reading.js'
import { nameless } from '../../nameless.js'
import type { RunningSignIn, SignInPost } from '../../quota-source.js'
import { watchDotClaude } from './dot-claude-watch.js'

const SignedInSchema = v.object({
  account: v.nullable(v.string()),
  since: v.pipe(v.number(), v.finite()),
  file: v.fallback(v.string(), ''),
})

/** Who is signed in since when, by which file; `account` is `null` for somebody whom that file does not name. */
type SignedIn = v.InferOutput<typeof SignedInSchema>

/**
 * Looks who is signed in at Claude Code, as its state file says; told before it returns where that file is there. A
 * change that happened while nobody looked happened before the file was written last.
 */
export function createSignIn(post: SignInPost): RunningSignIn {
  const kept = v.safeParse(SignedInSchema, post.kept)
  let signedIn = kept.success ? kept.output : undefined
  let hasLooked = false
  let told: string | undefined

  return watchDotClaude(post, signedIn?.file, (look) => {
    if (look.is === 'read') {
      const now = post.clock.now()
      take(look.account, look.file, hasLooked ? now : Math.min(look.writtenAt, now))
    }
    // What is half written says nothing of when it changed.
    if (look.is === 'read' || look.is === 'missing') hasLooked = true
  })

  function take(account: string | undefined, file: string, at: Ms): void {
    const next = signIn(signedIn, account, file, at)
    if (next === undefined) return
    if (next !== signedIn) post.keep(next)
    signedIn = next
    const name = accountName(next)
    if (name !== told) post.tell(name, next.since)
    told = name
  }
}

/**
 * Returns who is signed in after a state file named `account`, or nobody. The first one that is named always was. A
 * file that never named anybody says nothing: people who hand Claude Code a token have no account in it.
 */
function signIn(before: SignedIn | undefined, account: string | undefined, file: string, at: Ms): SignedIn | undefined {
  if (before === undefined) return account === undefined ? undefined : { account, since: 0, file }
  // A file that was put back is older than what it changes.
  if (before.account !== (account ?? null)) return { account: account ?? null, since: Math.max(before.since, at), file }
  return before.file === file ? before : { ...before, file }
}

/**
 * Returns what somebody is called as the account of readings. Whoever follows a person who signed out is not that
 * person, and may still use a token: each time a name of its own.
 */
function accountName({ account, since }: SignedIn): string {
  return account ?? nameless(`unnamed since ${since}`)
}
