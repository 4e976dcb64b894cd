import { realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Agent } from '../agent.js'
import { background, waitedFor } from '../event-rows.js'
import { userHome } from '../home.js'
import { isPlainJson } from '../json-tree.js'
import { newestFile, pathsIn } from '../newest-file.js'
import { readOptional } from '../read-optional.js'
import { readStart } from '../read-part.js'
import { parseCodexConfig, trustHash, trustKey } from './codex-trust.js'

/** How much of a rollout is read for its version, which stands near the start of a first line that can be long. */
const HEAD = 65_536

/** Codex CLI. */
export const codex: Agent = {
  id: 'codex',
  name: 'Codex',
  folder: (env) => resolve(env.CODEX_HOME || join(userHome(env), '.codex')),
  file: 'hooks.json',
  // All events that any known version sends: each later edit would make Codex ask for trust again.
  events: [
    ...background('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse'),
    ...background('PreModelRequest', 'PostModelRequest', 'PreCompact', 'PostCompact'),
    // `codex exec` prints two lines for a Stop that is waited for; the SessionEnd that follows says the same.
    ...background('SubagentStart', 'SubagentStop', 'Stop'),
    { event: 'StopFailure', async: true, timeout: 5, newer: true },
    // Codex allows these at most 3 s, and its login shell is part of the bill.
    ...waitedFor(2, 'Interrupt', 'SessionEnd'),
  ],
  next: 'Restart Codex and choose "Trust all and continue" at "Hooks need review": until then it skips the hooks silently.',
  async lastSession(folder) {
    // One folder a day, `2026/11/30`: only the last one is looked at.
    let day = join(folder, 'sessions')
    for (const pattern of [/^\d{4}$/, /^\d\d$/, /^\d\d$/]) {
      const last = (await pathsIn(day, pattern)).sort().at(-1)
      if (last === undefined) return undefined
      day = last
    }
    const newest = await newestFile(await pathsIn(day, /^rollout-.*\.jsonl$/))
    if (newest === undefined) return undefined
    const version = /"cli_version":\s*"([^"]+)"/.exec(await readStart(newest.path, HEAD))?.[1]
    return { at: newest.at, ...(version === undefined ? {} : { version }) }
  },
  async judge({ path, document, entries }, folder) {
    const settings = join(folder, 'config.toml')
    const config = parseCodexConfig(await readOptional(settings))
    // Codex names hooks by the resolved folder when CODEX_HOME is set and by the plain one when it is not.
    const names = [path, join(await realpath(folder).catch(() => folder), basename(path))]
    const newer = new Set(codex.events.filter((row) => row.newer).map((row) => row.event))
    const untrusted = [...entries]
      .filter(([event]) => !newer.has(event))
      .filter(([event, { index, group }]) => {
        const states = names.map((name) => config.state.get(trustKey(name, event, index)))
        return !states.some((state) => state?.hash === trustHash(event, group) && !state.off)
      })
      .map(([event]) => event)
    const blocked: string[] = []
    if (!config.hooks) blocked.push(`the feature "hooks" is off in ${settings}`)
    if (document.root !== undefined && !isPlainJson(document.mark + document.body)) {
      blocked.push(
        `${path} is not plain JSON (a comment, a trailing comma or a byte order mark): Codex skips all of it`,
      )
    }
    return { blocked, trust: { trusted: untrusted.length === 0, untrusted } }
  },
}
