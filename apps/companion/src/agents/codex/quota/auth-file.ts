import { join } from 'node:path'
import type { Ms } from '../../../core/quota/reading.js'
import { readBoundedFile } from '../../bounded-file.js'
import { parseJson, recordIn, textIn } from '../../json.js'
import { nameless } from '../../nameless.js'

/**
 * Who is signed in as `auth.json` says, and when it was written (`at`). `account` is a hash of the account's id. Without
 * tokens of a person (an API key) there is no quota.
 */
export type Auth =
  | { is: 'missing' | 'unreadable' }
  | { is: 'api_key'; at: Ms }
  | { is: 'signed_in'; account: string | undefined; at: Ms }

/** What a call shows. It never leaves who asked for it. */
export type Credentials = {
  token: string
  accountId: string | undefined
  isFedramp: boolean
  expiresAt: Ms | undefined
}

type Content = { auth: Auth; credentials?: Credentials }

/** Codex empties the file before it writes it (login/storage.rs): what is no JSON is read again, so often. */
const ATTEMPTS = 5
/** It is a few KB. */
const LARGEST = 256 * 1024
/** The claim of OpenAI's tokens that says whose they are. */
const CLAIM = 'https://api.openai.com/auth'

/** Reads who is signed in; no token is in the answer. */
export async function readAuth(codexHome: string): Promise<Auth> {
  return (await readCredentials(codexHome)).auth
}

/** Reads who is signed in with what a call shows, where somebody is. */
export async function readCredentials(codexHome: string): Promise<Content> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const content = await tryContent(join(codexHome, 'auth.json'))
    if (content !== undefined) return content
  }
  return { auth: { is: 'unreadable' } }
}

/** Returns `undefined` for a file that is half written. */
async function tryContent(path: string): Promise<Content | undefined> {
  const file = await readBoundedFile(path, LARGEST)
  if (file.is !== 'read') return { auth: file }
  const said = recordIn(parseJson(file.text))
  return said === undefined ? undefined : contentOf(said, file.stats.mtimeMs)
}

function contentOf(said: Readonly<Record<string, unknown>>, at: Ms): Content {
  const tokens = recordIn(said.tokens)
  const token = textIn(tokens?.access_token)
  if (token === undefined || isApiKey(said)) return { auth: { is: 'api_key', at } }
  const claims = claimsOf(token)
  const identity = recordIn(claims?.[CLAIM]) ?? recordIn(claimsOf(textIn(tokens?.id_token))?.[CLAIM])
  const accountId = textIn(tokens?.account_id) ?? textIn(identity?.chatgpt_account_id)
  const account = accountId === undefined ? undefined : nameless(accountId)
  const expiresAt = typeof claims?.exp === 'number' ? claims.exp * 1_000 : undefined
  const isFedramp = identity?.chatgpt_account_is_fedramp === true
  return { auth: { is: 'signed_in', account, at }, credentials: { token, accountId, isFedramp, expiresAt } }
}

/** Older files have no mode: a key in them is what Codex uses (login/auth/manager.rs). */
function isApiKey({ auth_mode, OPENAI_API_KEY }: Readonly<Record<string, unknown>>): boolean {
  const mode = textIn(auth_mode)
  return mode === undefined
    ? textIn(OPENAI_API_KEY) !== undefined
    : mode.toLowerCase().replace(/\W|_/g, '') === 'apikey'
}

/** Returns what a JSON web token says; `undefined` for a token of another kind. */
function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const body = token?.split('.')[1]
  return body === undefined ? undefined : recordIn(parseJson(Buffer.from(body, 'base64url').toString('utf8')))
}
