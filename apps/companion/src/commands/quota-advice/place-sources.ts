import { join } from 'node:path'
import type { QuotaReport } from '@codexbar/protocol/wire'
import { dotClaudePaths } from '../../agents/claude/quota/dot-claude-json.js'
import { codexFolder } from '../../agents/codex/folder.js'
import type { Config } from '../../shell/config.js'
import type { Environment } from '../../shell/environment.js'

type Folders = Pick<Config, 'claude_dir' | 'codex_dir'>

/** Where the files of a source are, where that is not the usual place; `undefined` where it is. */
const PLACES: Readonly<Record<string, (env: Environment, config: Folders) => string | undefined>> = {
  claude_json: (env, config) =>
    config.claude_dir || env.CLAUDE_CONFIG_DIR ? dotClaudePaths(env, config)[0] : undefined,
  rollouts: (env, config) =>
    config.codex_dir || env.CODEX_HOME ? join(codexFolder(env, config), 'sessions') : undefined,
}

/**
 * Returns a report whose sources are called by the place they are really read from, where the settings or the environment
 * name another than the usual one. The companion is taken to have the same environment.
 */
export function placeSources(report: QuotaReport, env: Environment, config: Folders): QuotaReport {
  const sources = report.sources.map((source) => {
    const place = Object.hasOwn(PLACES, source.source) ? PLACES[source.source]?.(env, config) : undefined
    return place === undefined ? source : { ...source, what: place }
  })
  return { ...report, sources }
}
