import * as v from 'valibot'
import type { Ms } from '../../../core/quota/reading.js'
import { watchFolders } from '../../../shell/folder-watch.js'
import { inTurn } from '../../../shell/in-turn.js'
import type { RunningSignIn, SignInPost } from '../../quota-source.js'
import { codexFolder } from '../folder.js'
import { type Auth, readAuth } from './auth-file.js'
import { readCodexSettings } from './settings-file.js'

/** Who was signed in when it was looked last; `null` for nobody, `undefined` when nobody could tell so far. */
export type LastSeen = string | null | undefined

/**
 * Returns who is signed in since when, where that differs from `last`; `undefined` where it does not, or cannot be told.
 * A change that happened while nobody looked (`isFirst`) happened before the file was written last. That nobody is signed
 * in is told only after somebody was: what is known may come from a sign-in that stands elsewhere, as in a key ring.
 */
export function signInOf(
  auth: Auth,
  { last, isFirst, isElsewhere, now }: { last: LastSeen; isFirst: boolean; isElsewhere: boolean; now: Ms },
): { account: string | null; since: Ms } | undefined {
  if (auth.is === 'unreadable' || (auth.is === 'missing' && isElsewhere)) return undefined
  const account = auth.is === 'signed_in' ? auth.account : null
  if (account === undefined || account === last) return undefined
  if (account === null && last === undefined) return undefined
  if (last === undefined) return { account, since: 0 }
  return { account, since: isFirst && 'at' in auth ? Math.min(auth.at, now) : now }
}

const KeptSchema = v.object({ account: v.nullable(v.string()), since: v.number() })

/** Where Codex may keep a sign-in instead of `auth.json`: `cli_auth_credentials_store` (core/config). */
const ELSEWHERE: ReadonlySet<string | undefined> = new Set(['keyring', 'auto', 'ephemeral'])

/** Who is signed in, and where that may stand. */
const MEANT: ReadonlySet<string> = new Set(['auth.json', 'config.toml'])

/**
 * Looks who is signed in at Codex whenever its files change, and remembers it over restarts: who was signed in last is
 * told at once.
 */
export function createSignIn(post: SignInPost): RunningSignIn {
  const { clock } = post
  const codexHome = codexFolder(post.env, post.config)
  const kept = v.safeParse(KeptSchema, post.kept)
  let last: LastSeen = kept.success ? kept.output.account : undefined
  let isFirst = true
  let isClosed = false

  async function look(): Promise<void> {
    const auth = await readAuth(codexHome)
    const isElsewhere = auth.is === 'missing' && ELSEWHERE.has(await storeOf(codexHome))
    const found = signInOf(auth, { last, isFirst, isElsewhere, now: clock.now() })
    if (isClosed) return
    // What is half written says nothing of when it changed.
    if (auth.is !== 'unreadable') isFirst = false
    if (found === undefined) return
    last = found.account
    post.keep(found)
    post.tell(found.account, found.since)
  }

  if (kept.success) post.tell(kept.output.account, Math.min(kept.output.since, clock.now()))
  const looks = inTurn(look)
  const watch = watchFolders(clock, (name) => MEANT.has(name), looks.want)
  watch.set([codexHome])
  looks.want()
  return {
    async close() {
      isClosed = true
      watch.close()
      await looks.close()
    },
  }
}

async function storeOf(codexHome: string): Promise<string | undefined> {
  return (await readCodexSettings(codexHome)).get('cli_auth_credentials_store')
}
