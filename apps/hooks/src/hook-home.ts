import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './agents.js'
import { writeAtomic } from './atomic-write.js'
import { curlrcPath, ensureCurlrc, readCurlrc } from './curlrc.js'
import { hookScript } from './hook-script.js'

/** The state of the script that all hooks run. */
export type ScriptState = 'present' | 'missing' | 'outdated' | 'not executable'

/** The script that the agents' settings name. */
export const scriptPath = (home: string): string => join(home, 'hook.sh')

/** The companion's origin as the environment sets it: `CODEXBAR_PORT`, else 4747. A port that is none is undefined. */
export const companionUrl = (env: Env): string | undefined => {
  const port = env.CODEXBAR_PORT || '4747'
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
    ? `http://127.0.0.1:${Number(port)}`
    : undefined
}

/** Looks at `hook.sh` without touching it. */
export const scriptState = async (home: string): Promise<ScriptState> => {
  try {
    const path = scriptPath(home)
    const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (text !== hookScript) return 'outdated'
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
export const fillHome = async (home: string, env: Env, url: string, dryRun: boolean): Promise<string[]> => {
  const present = (await readCurlrc(home))?.url
  const target = env.CODEXBAR_PORT ? url : (present ?? url)
  const stale = (await scriptState(home)) === 'present' ? [] : [scriptPath(home)]
  if (!dryRun) {
    if (stale.length > 0) await writeAtomic(scriptPath(home), hookScript, { mode: 0o755 })
    await ensureCurlrc({ home, url: target })
  }
  return present === target ? stale : [...stale, curlrcPath(home)]
}

/** Removes `hook.sh`. The curlrc stays: a running companion still expects its token. */
export const clearHome = (home: string): Promise<void> => rm(scriptPath(home), { force: true })
