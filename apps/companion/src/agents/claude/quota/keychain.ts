import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../../../shell/config.js'
import type { Environment } from '../../../shell/environment.js'
import type { Exec } from '../../../shell/exec.js'

const SERVICE = 'Claude Code-credentials'
/** The system may ask the person first. */
const PATIENCE = 5_000

/** Returns the secret that Claude Code keeps in the keychain of macOS, `undefined` where there is none to be had. */
export async function readKeychain(
  exec: Exec,
  env: Environment,
  config: Pick<Config, 'claude_dir'>,
): Promise<string | undefined> {
  const owner = env.USER ? ['-a', env.USER] : []
  const args = ['find-generic-password', '-s', keychainService(env, config), ...owner, '-w']
  const { code, stdout } = await exec('/usr/bin/security', args, { timeoutMs: PATIENCE })
  const secret = stdout.trim()
  return code === 0 && secret !== '' ? plain(secret) : undefined
}

/** Returns what Claude Code calls its secret: with a mark of the folder of its files where one is named. */
export function keychainService(env: Environment, { claude_dir }: Pick<Config, 'claude_dir'>): string {
  const usual = join(env.HOME || homedir(), '.claude')
  const chosen = claude_dir && resolve(claude_dir) === usual ? undefined : claude_dir || env.CLAUDE_CONFIG_DIR
  const named = env.CLAUDE_SECURESTORAGE_CONFIG_DIR || chosen
  if (!named) return SERVICE
  return `${SERVICE}-${createHash('sha256').update(named.normalize('NFC')).digest('hex').slice(0, 8)}`
}

/** A secret with a character that is not printable comes in hex (Clawdmeter). */
function plain(secret: string): string {
  const hex = secret.replace(/^0x/i, '')
  return /^([\da-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex').toString('utf8') : secret
}
