import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Ms } from '../../../core/quota/reading.js'
import type { Config } from '../../../shell/config.js'
import type { Environment } from '../../../shell/environment.js'
import { readBoundedFileSync } from '../../bounded-file.js'
import { figureIn } from '../../figure.js'
import { parseJson, recordIn, textIn } from '../../json.js'
import { nameless } from '../../nameless.js'
import { claudeFolder } from '../folder.js'

/** What is kept of Claude Code's state file: whose it is, and what it last heard of the quota. */
export type DotClaude = {
  /** Who is signed in; it says nothing of the person. */
  account: string | undefined
  cache: { fetchedAt: Ms | null; account: string | undefined; body: unknown } | undefined
}

/** What a state file reads as; `writtenAt` is when it was written last. */
export type DotClaudeFile =
  | { is: 'missing' }
  | { is: 'unreadable' }
  | { is: 'cut' }
  | (DotClaude & { is: 'read'; writtenAt: Ms })

/** The names the state file has, in a folder or in the home. */
export const DOT_CLAUDE_NAMES: readonly string[] = ['.claude.json', '.config.json']

/** Every project and prompt of years is in it, and all of it is read at once (bytes). */
const LARGEST = 8 * 1024 * 1024

/**
 * Returns where Claude Code's state file may be, the likeliest first: in the folder that is named, else in the home. A
 * decoy may stand in `~/.claude`, and that may be what the settings name.
 */
export function dotClaudePaths(env: Environment, config: Pick<Config, 'claude_dir'>): string[] {
  const home = env.HOME || homedir()
  const folder = claudeFolder(env, config)
  const inFolder = DOT_CLAUDE_NAMES.map((name) => join(folder, name))
  if (!isSameFolder(folder, join(home, '.claude'))) return inFolder
  const inHome = join(home, '.claude.json')
  return env.CLAUDE_CONFIG_DIR && !config.claude_dir ? [...inFolder, inHome] : [inHome, ...inFolder]
}

/** Whether two paths name one folder, through links too. */
export function isSameFolder(a: string, b: string): boolean {
  return realOf(a) === realOf(b)
}

/** Returns what a state file says. It is rewritten often, and not always at once: one that is no JSON is cut. */
export function readDotClaude(path: string): DotClaudeFile {
  const file = readBoundedFileSync(path, LARGEST)
  if (file.is !== 'read') return file
  const said = recordIn(parseJson(file.text))
  if (said === undefined) return { is: 'cut' }
  const account = accountIn(recordIn(said.oauthAccount))
  return { is: 'read', account, cache: cacheIn(said.cachedUsageUtilization), writtenAt: file.stats.mtimeMs }
}

/** Returns who is signed in where Claude's files are in `folder`; `undefined` when that cannot be told. */
export function accountOfFolder(folder: string): string | undefined {
  for (const name of DOT_CLAUDE_NAMES) {
    const file = readDotClaude(join(folder, name))
    if (file.is === 'read' && file.account !== undefined) return file.account
  }
  return undefined
}

function cacheIn(value: unknown): DotClaude['cache'] {
  const cache = recordIn(value)
  if (cache === undefined) return undefined
  return { fetchedAt: figureIn(cache.fetchedAtMs), account: accountIn(cache), body: cache.utilization }
}

function accountIn(holder: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const id = textIn(holder?.accountUuid)
  return id === undefined ? undefined : nameless(id)
}

/** Returns what a path leads to, through links; the path itself where that is nothing. */
export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
