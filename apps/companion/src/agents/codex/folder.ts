import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../shell/config.js'
import type { Environment } from '../../shell/environment.js'

/** Returns the folder of Codex's own files: as the settings say, else `CODEX_HOME`, else `~/.codex`. */
export function codexFolder(env: Environment, { codex_dir }: Pick<Config, 'codex_dir'>): string {
  return codex_dir || env.CODEX_HOME || join(env.HOME || homedir(), '.codex')
}
