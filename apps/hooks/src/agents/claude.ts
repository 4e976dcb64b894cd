import { join, resolve } from 'node:path'
import type { Agent, LastSession } from '../agent.js'
import { background, waitedFor } from '../event-rows.js'
import { userHome } from '../home.js'
import { type Document, isPlainJson, parseDocument, property } from '../json-tree.js'
import { newestFile, pathsIn } from '../newest-file.js'
import { readOptional } from '../read-optional.js'
import { readEnd } from '../read-part.js'

/** How much of the end of a session's file is read for its version, which each entry of a transcript repeats. */
const TAIL = 65_536

/** Where an administrator's settings stand, by platform. */
const MANAGED_SETTINGS: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  linux: '/etc/claude-code/managed-settings.json',
}

/** The settings that keep our hooks from running when they are true. */
const SWITCHES = ['disableAllHooks', 'allowManagedHooksOnly']

/** Claude Code. */
export const claude: Agent = {
  id: 'claude',
  name: 'Claude',
  folder: (env) => resolve(env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude')),
  file: 'settings.json',
  events: [
    ...background('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PermissionDenied'),
    ...background('PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Notification', 'StopFailure'),
    // Not PreCompact and PostCompact: Claude tells of their success on the screen, even of a silent hook's.
    ...background('SubagentStart', 'SubagentStop', 'Elicitation', 'ElicitationResult'),
    // `claude -p` exits right after it, and not only drops a Stop in the background but is slower for it.
    ...waitedFor(2, 'Stop'),
    // Claude gives all SessionEnd hooks 1.5 s together; a larger timeout here would raise that for everybody.
    ...waitedFor(1, 'SessionEnd'),
  ],
  hasStatusLine: true,
  next: 'Running Claude Code sessions pick the hooks up within a second; there is nothing to restart.',
  async lastSession(folder): Promise<LastSession | undefined> {
    // Only these names of running sessions: the files beside them are secrets.
    const running = await newestFile(await pathsIn(join(folder, 'sessions'), /^\d+\.json$/))
    const project = await newestFile(await pathsIn(join(folder, 'projects'), /./))
    const transcript = project && (await newestFile(await pathsIn(project.path, /\.jsonl$/)))
    const [newest] = [running ?? [], transcript ?? []].flat().sort((a, b) => b.at - a.at)
    if (newest === undefined) return undefined
    const version = /.*"version":\s*"([^"]+)"/s.exec(await readEnd(newest.path, TAIL))?.[1]
    return { at: newest.at, ...(version === undefined ? {} : { version }) }
  },
  async judge({ path, document }) {
    const blocked = switchedOff(path, document)
    // Claude Code 2.1.332 takes a byte order mark, and says "Settings Error" of the rest.
    if (document.root !== undefined && !isPlainJson(document.body)) {
      blocked.push(`${path} is not plain JSON (a comment or a trailing comma): Claude Code skips all of it`)
    }
    const managed = MANAGED_SETTINGS[process.platform]
    if (managed === undefined) return { blocked }
    const policy = parseDocument(await readOptional(managed))
    if ('problem' in policy) return { blocked }
    const replaced = property(policy.root, 'statusLine') !== undefined
    return {
      blocked: [...blocked, ...switchedOff(managed, policy)],
      lineBlocked: replaced ? [`${managed} sets another one`] : [],
    }
  },
}

function switchedOff(path: string, { root }: Document): string[] {
  return SWITCHES.filter((name) => property(root, name)?.value === true).map((name) => `${name} is set in ${path}`)
}
