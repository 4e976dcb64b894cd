import { join } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import type { Ms } from '../../../core/quota/reading.js'
import { readBoundedFile } from '../../bounded-file.js'
import { figureIn } from '../../figure.js'
import { parseJson, recordIn, textIn } from '../../json.js'
import { nameless } from '../../nameless.js'
import type { QuotaPost } from '../../quota-source.js'
import { claudeFolder } from '../folder.js'
import { readKeychain } from './keychain.js'

/** What may be shown to Anthropic, with a mark that tells it from others; or why there is nothing to show. */
export type Credentials = { mark: string; value: string } | { missing: SourceState }

const LARGEST = 1024 * 1024
/** What else stands in a header could not be sent. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/
/** What a token must be allowed to do where it says what it is. */
const SCOPE = 'user:profile'

/**
 * Returns the token that Claude Code signed in with, as it is stored now: on macOS in the keychain, else in a file; one
 * that stands in the environment comes last, for it may ask for answers only. It is never renewed, and never written.
 */
export async function readCredentials(
  post: Pick<QuotaPost, 'env' | 'config' | 'exec' | 'clock'>,
  platform: NodeJS.Platform,
): Promise<Credentials> {
  const { env, config, exec, clock } = post
  const folder = env.CLAUDE_SECURESTORAGE_CONFIG_DIR || claudeFolder(env, config)
  const secret = platform === 'darwin' ? await readKeychain(exec, env, config) : undefined
  const found =
    secret === undefined
      ? await credentialsOf(join(folder, '.credentials.json'), clock.now())
      : credentialsIn(secret, clock.now())
  const given = env.CLAUDE_CODE_OAUTH_TOKEN
  return 'missing' in found && given !== undefined && TOKEN.test(given) ? shown(given) : found
}

/** Returns what a stored secret holds at `now`. */
export function credentialsIn(secret: string, now: Ms): Credentials {
  const stored = recordIn(parseJson(secret))
  if (stored === undefined) return { missing: 'unreadable' }
  const oauth = recordIn(stored.claudeAiOauth)
  const token = textIn(oauth?.accessToken)
  if (token === undefined) return { missing: 'no_credentials' }
  const expiresAt = figureIn(oauth?.expiresAt)
  if (!TOKEN.test(token) || (expiresAt !== null && expiresAt <= now)) return { missing: 'auth_expired' }
  const scopes = oauth?.scopes
  const isForbidden = Array.isArray(scopes) && scopes.length > 0 && !scopes.includes(SCOPE)
  return isForbidden ? { missing: 'scope_missing' } : shown(token)
}

function shown(token: string): Credentials {
  return { mark: nameless(token), value: token }
}

async function credentialsOf(path: string, now: Ms): Promise<Credentials> {
  const file = await readBoundedFile(path, LARGEST)
  if (file.is === 'read') return credentialsIn(file.text, now)
  return { missing: file.is === 'missing' ? 'no_credentials' : 'unreadable' }
}
