import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from './atomic-write.js'
import { curlrcPath, ensureCurlrc, readCurlrc } from './curlrc.js'
import type { Env } from './env.js'
import { HOOK_SCRIPT } from './hook-script.js'
import { STATUS_LINE_SCRIPT } from './status-line-script.js'

/** Where a companion listens when nobody says otherwise. */
const DEFAULT_PORT = '4747'

/** The scripts that an agent's settings run, by name. */
const SCRIPTS = { 'hook.sh': HOOK_SCRIPT, 'statusline.sh': STATUS_LINE_SCRIPT } as const

/** The script of the hooks, or that of the status line, which needs the other one. */
export type ScriptName = keyof typeof SCRIPTS

/** The state of a script. */
export type ScriptState = 'present' | 'missing' | 'outdated' | 'not executable'

/** Returns the companion's origin as `CODEXBAR_PORT` sets it, else the usual one; `undefined` when that is no port. */
export function companionUrl(env: Env): string | undefined {
  const port = env.CODEXBAR_PORT || DEFAULT_PORT
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
    ? `http://127.0.0.1:${Number(port)}`
    : undefined
}

/** Returns the state of a script in the codexbar home. */
export async function scriptState(home: string, name: ScriptName): Promise<ScriptState> {
  try {
    const path = join(home, name)
    const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (text !== SCRIPTS[name]) return 'outdated'
    return (mode & 0o100) === 0 ? 'not executable' : 'present'
  } catch {
    return 'missing'
  }
}

/**
 * Puts scripts (0755) and, if there is none, `hook.curlrc` (0600) into the codexbar home; an address in the curlrc stays
 * unless the environment names a port. Returns the files that change; with `dryRun` they do not. Throws what the disk
 * throws.
 */
export async function fillHome(
  { home, url, scripts }: { home: string; url: string; scripts: readonly ScriptName[] },
  env: Env,
  dryRun: boolean,
): Promise<string[]> {
  const present = (await readCurlrc(home))?.url
  const target = env.CODEXBAR_PORT ? url : (present ?? url)
  const written: string[] = []
  for (const name of scripts) {
    if ((await scriptState(home, name)) === 'present') continue
    written.push(join(home, name))
    if (!dryRun) await writeAtomic(join(home, name), SCRIPTS[name], { mode: 0o755 })
  }
  if (!dryRun) await ensureCurlrc({ home, url: target })
  return present === target ? written : [...written, curlrcPath(home)]
}

/** Removes a script from the codexbar home. */
export function dropScript(home: string, name: ScriptName): Promise<void> {
  return rm(join(home, name), { force: true })
}

/**
 * Removes the scripts, and the whole home when nothing but the hooks ever used it. Where a companion ran, the curlrc
 * stays: it expects the token in it. Returns whether the home is gone.
 */
export async function clearHome(home: string): Promise<boolean> {
  for (const name of Object.keys(SCRIPTS) as ScriptName[]) await dropScript(home, name)
  const names = await readdir(home).catch(() => [])
  if (names.some((name) => join(home, name) !== curlrcPath(home))) return false
  await rm(curlrcPath(home), { force: true })
  return rmdir(home).then(
    () => true,
    () => names.length === 0,
  )
}
