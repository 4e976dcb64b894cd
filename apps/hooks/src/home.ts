import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Env } from './env.js'

/** Returns the person's own folder. */
export function userHome(env: Env): string {
  return env.HOME || homedir()
}

/** Returns the codexbar home, as an absolute path: `CODEXBAR_HOME`, else `~/.codexbar`. */
export function codexbarHome(env: Env): string {
  return resolve(env.CODEXBAR_HOME || join(userHome(env), '.codexbar'))
}

/** Returns the codexbar home to name in the hook commands; `undefined` for `~/.codexbar`, which needs no name. */
export function bakedHome(env: Env): string | undefined {
  const home = codexbarHome(env)
  return home === resolve(join(userHome(env), '.codexbar')) ? undefined : home
}
