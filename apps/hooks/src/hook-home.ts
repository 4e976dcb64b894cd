import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from './atomic-write.js'
import { curlrcPath, ensureCurlrc, readCurlrc } from './curlrc.js'
import type { Env } from './env.js'
import { HOOK_SCRIPT } from './hook-script.js'

/** Where a companion listens when nobody says otherwise. */
const DEFAULT_PORT = '4747'

/** The state of the script that all hooks run. */
export type ScriptState = 'present' | 'missing' | 'outdated' | 'not executable'

/** Returns the path of the script that the agents' settings name. */
export function scriptPath(home: string): string {
  return join(home, 'hook.sh')
}

/** Returns the companion's origin as `CODEXBAR_PORT` sets it, else the usual one; `undefined` when that is no port. */
export function companionUrl(env: Env): string | undefined {
  const port = env.CODEXBAR_PORT || DEFAULT_PORT
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
    ? `http://127.0.0.1:${Number(port)}`
    : undefined
}

/** Returns the state of `hook.sh`. */
export async function scriptState(home: string): Promise<ScriptState> {
  try {
    const path = scriptPath(home)
    const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (text !== HOOK_SCRIPT) return 'outdated'
    return (mode & 0o100) === 0 ? 'not executable' : 'present'
  } catch {
    return 'missing'
  }
}

/**
 * Puts `hook.sh` (0755) and, if there is none, `hook.curlrc` (0600) into the codexbar home; an address in the curlrc
 * stays unless the environment names a port. Returns the files that change; with `dryRun` they do not. Throws what the
 * disk throws.
 */
export async function fillHome(home: string, env: Env, url: string, dryRun: boolean): Promise<string[]> {
  const present = (await readCurlrc(home))?.url
  const target = env.CODEXBAR_PORT ? url : (present ?? url)
  const stale = (await scriptState(home)) === 'present' ? [] : [scriptPath(home)]
  if (!dryRun) {
    if (stale.length > 0) await writeAtomic(scriptPath(home), HOOK_SCRIPT, { mode: 0o755 })
    await ensureCurlrc({ home, url: target })
  }
  return present === target ? stale : [...stale, curlrcPath(home)]
}

/**
 * Removes `hook.sh`, and the whole home when nothing but the hooks ever used it. Where a companion ran, the curlrc
 * stays: it expects the token in it. Returns whether the home is gone.
 */
export async function clearHome(home: string): Promise<boolean> {
  await rm(scriptPath(home), { force: true })
  const names = await readdir(home).catch(() => [])
  if (names.some((name) => join(home, name) !== curlrcPath(home))) return false
  await rm(curlrcPath(home), { force: true })
  return rmdir(home).then(
    () => true,
    () => names.length === 0,
  )
}
