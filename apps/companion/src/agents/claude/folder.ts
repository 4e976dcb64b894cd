import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../shell/config.js'
import type { Environment } from '../../shell/environment.js'

/** Returns the folder of Claude Code's own files: as the settings say, else `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function claudeFolder(env: Environment, { claude_dir }: Pick<Config, 'claude_dir'>): string {
  return claude_dir || env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude')
}
