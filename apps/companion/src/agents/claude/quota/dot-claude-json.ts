import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Ms } from '../../../core/quota/reading.js'
import type { Config } from '../../../shell/config.js'
import type { Environment } from '../../../shell/environment.js'
import { figureIn } from '../../figure.js'
import { nameless } from '../../nameless.js'
import { parseJson, recordIn, textIn } from '../../unknown.js'
import { claudeFolder } from '../folder.js'

/** What is kept of Claude Code's state file: whose it is, and what it last heard of the quota. */
export type DotClaude = {
  /** Who is signed in; it says nothing of the person. */
  account: string | undefined
  cache: { fetchedAt: Ms | null; account: string | undefined; body: unknown } | undefined
}

/** The state file as it was read, and a mark of the places that this was read from. */
export type ReadDotClaude = DotClaude & { is: 'read'; mark: string | undefined }

/** What a state file reads as. */
export type DotClaudeFile = { is: 'missing' } | { is: 'unreadable' } | { is: 'cut' } | ReadDotClaude

/** The names the state file has, in a folder or in the home. */
export const DOT_CLAUDE_NAMES: readonly string[] = ['.claude.json', '.config.json']

/** Every project and prompt of years is in it, but not more than this. */
const LARGEST = 64 * 1024 * 1024
/** What is read of an account or a cache is not longer (characters). */
const PLACE = 16 * 1024
const MOST_PLACES = 8

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

/**
 * Returns what a state file says. It is rewritten often, and not always at once: one that is no JSON is cut. `before` is
 * what it said last: where nothing of that changed the rest is not read again, for it may be long.
 */
export function readDotClaude(path: string, before?: ReadDotClaude): DotClaudeFile {
  try {
    const { size } = statSync(path)
    if (size > LARGEST) return { is: 'unreadable' }
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
    const mark = markOf(text)
    if (mark !== undefined && mark === before?.mark) return before
    const file = recordIn(parseJson(text))
    if (file === undefined) return { is: 'cut' }
    const account = accountIn(recordIn(file.oauthAccount))
    return { is: 'read', account, cache: cacheIn(file.cachedUsageUtilization), mark }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { is: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' }
  }
}

/** Returns who is signed in where Claude's files are in `folder`; `undefined` when that cannot be told. */
export function accountOfFolder(folder: string): string | undefined {
  for (const name of DOT_CLAUDE_NAMES) {
    const file = readDotClaude(join(folder, name))
    if (file.is === 'read' && file.account !== undefined) return file.account
  }
  return undefined
}

/** Returns a mark of every place where a key that is read may stand; `undefined` where there are too many, or none. */
function markOf(text: string): string | undefined {
  const places: string[] = []
  for (const key of ['"oauthAccount":', '"cachedUsageUtilization":']) {
    for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
      if (places.length === MOST_PLACES) return undefined
      places.push(text.slice(at, at + PLACE))
    }
  }
  return places.length === 0 ? undefined : nameless(places.join())
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

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
