import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from './atomic-write.js'

/** Where the hooks report to: the companion's origin (`http://127.0.0.1:4747`) and the token they show it. */
export type HookTarget = { url: string; token: string }

/** Returns the curl configuration that `hook.sh` reads. */
export function curlrcPath(home: string): string {
  return join(home, 'hook.curlrc')
}

function escaped(value: string): string {
  return value.replaceAll(/["\\]/g, (character) => `\\${character}`)
}

function printable(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}

/** Returns the text of `hook.curlrc` for a target. Throws a `TypeError` for a value that could reach beyond its line. */
export function formatCurlrc({ url, token }: HookTarget): string {
  if (!printable(url) || !printable(token)) throw new TypeError('The url and the token must be printable ASCII.')
  return [
    '# Where the hooks report to, and the token they show. Read by hook.sh; keep it private.',
    `url = "${escaped(url)}"`,
    `header = "authorization: Bearer ${escaped(token)}"`,
    '',
  ].join('\n')
}

/** Returns the target in the text of a `hook.curlrc`, or undefined when either half is missing. */
export function parseCurlrc(text: string): HookTarget | undefined {
  const value = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1')
  const url = value(/^\s*url\s*=\s*"((?:[^"\\\n]|\\.)+)"/m)
  const token = value(/^\s*header\s*=\s*"authorization:\s*Bearer ((?:[^"\\\n]|\\.)+)"/im)
  return url === undefined || token === undefined ? undefined : { url, token }
}

/** Returns the target the hooks use. A missing, unreadable or foreign file is undefined. */
export async function readCurlrc(home: string): Promise<HookTarget | undefined> {
  try {
    return parseCurlrc(await readFile(curlrcPath(home), 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes `hook.curlrc` into the codexbar home: as a whole, readable by the owner only. Throws what the disk throws. */
export function writeCurlrc({ home, url, token }: HookTarget & { home: string }): Promise<void> {
  return writeAtomic(curlrcPath(home), formatCurlrc({ url, token }), { mode: 0o600 })
}

/**
 * Makes the hooks report to `url` and returns the target in use. A token that is already there is kept, so hooks and
 * companion agree whichever came first; without one a random token (256 bits) is made. Writes only what changes.
 */
export async function ensureCurlrc({ home, url }: { home: string; url: string }): Promise<HookTarget> {
  const present = await readCurlrc(home)
  if (present?.url === url) return present
  const target = { url, token: present?.token ?? randomBytes(32).toString('base64url') }
  await writeCurlrc({ home, ...target })
  return target
}
