import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import type { Ms } from '../../../core/quota/reading.js'
import { figureIn } from '../../figure.js'
import { nameless } from '../../nameless.js'
import type { QuotaPost } from '../../quota-source.js'
import { parseJson, recordIn, textIn } from '../../unknown.js'
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
  const stored = secret ?? (await readSecretFile(join(folder, '.credentials.json')))
  const found = typeof stored === 'string' ? credentialsIn(stored, clock.now()) : stored
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

async function readSecretFile(path: string): Promise<string | { missing: SourceState }> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      return size > LARGEST ? { missing: 'unreadable' } : await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { missing: code === 'ENOENT' || code === 'ENOTDIR' ? 'no_credentials' : 'unreadable' }
  }
}
