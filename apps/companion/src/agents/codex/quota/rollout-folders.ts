import { opendir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Ms } from '../../../core/quota/reading.js'

/** A rollout as its folder shows it. `mark` differs where the file does. */
export type RolloutFile = { path: string; size: number; modifiedAt: Ms; ino: number }

const ROLLOUT = /^rollout-.*\.jsonl$/
const ARCHIVED = /\.jsonl$/
/** The folders of years, months and days. */
const DATE = /^\d{2,4}$/
/** So many files are asked about at once. */
const TOGETHER = 32

/** What in Codex's folder holds rollouts. */
const PARTS = /^(archived_)?sessions$/
/** Rollouts, and the folders on the way to them. */
const MEANT = /^(rollout-.*\.jsonl|\d{2,4}|(archived_)?sessions)$/

/** Whether a name in one of Codex's folders is one whose change says something of the quota. */
export function isQuotaName(name: string): boolean {
  return MEANT.test(name)
}

/** Returns where the rollouts of live sessions stand in Codex's folder, by year, month and day. */
export function sessionsFolder(codexHome: string): string {
  return join(codexHome, 'sessions')
}

/** Returns where the rollouts of archived sessions stand in Codex's folder. */
export function archiveFolder(codexHome: string): string {
  return join(codexHome, 'archived_sessions')
}

/** Yields the folders of days, the newest first. */
export async function* dayFolders(sessions: string): AsyncGenerator<string> {
  for (const year of await foldersIn(sessions)) {
    for (const month of await foldersIn(year)) yield* await foldersIn(month)
  }
}

/** Returns the rollouts in a folder, those that began last first. None where it cannot be read. */
export async function rolloutsIn(folder: string): Promise<string[]> {
  const pattern = basename(folder) === 'archived_sessions' ? ARCHIVED : ROLLOUT
  return namesIn(folder, pattern)
}

/** Returns the rollout of a session, which may have begun long ago. */
export async function findRollout(codexHome: string, session: string): Promise<string | undefined> {
  const isTheirs = (path: string) => path.endsWith(`-${session}.jsonl`)
  for await (const day of dayFolders(sessionsFolder(codexHome))) {
    const found = (await rolloutsIn(day)).find(isTheirs)
    if (found !== undefined) return found
  }
  return (await rolloutsIn(archiveFolder(codexHome))).find(isTheirs)
}

/** Returns what the files look like that are still there, in the order in which they were changed, the last first. */
export async function statAll(paths: Iterable<string>): Promise<RolloutFile[]> {
  const queue = [...paths]
  const files: RolloutFile[] = []
  for (let at = 0; at < queue.length; at += TOGETHER) {
    const some = await Promise.all(queue.slice(at, at + TOGETHER).map(look))
    for (const file of some) if (file !== undefined) files.push(file)
  }
  return files.sort((a, b) => b.modifiedAt - a.modifiedAt || (basename(a.path) < basename(b.path) ? 1 : -1))
}

/** Returns why a folder cannot be read, as the system calls it; `undefined` for one that can. */
export async function problemOf(folder: string): Promise<string | undefined> {
  try {
    await (await opendir(folder)).close()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/**
 * Returns the folders that must be watched to hear of a day's first rollout, as far as they are there: all on the way to
 * the newest day, the two newest days, and the archive. Codex's folder itself is among them in any case.
 */
export async function waysToNewest(codexHome: string): Promise<string[]> {
  const parts = await namesIn(codexHome, PARTS)
  const years = (await foldersIn(sessionsFolder(codexHome))).slice(0, 1)
  const months = (await Promise.all(years.map(foldersIn))).flat().slice(0, 1)
  const days = (await Promise.all(months.map(foldersIn))).flat().slice(0, 2)
  return [codexHome, ...parts, ...years, ...months, ...days]
}

async function look(path: string): Promise<RolloutFile | undefined> {
  try {
    const found = await stat(path)
    // To open what is no file could take for ever.
    return found.isFile() ? { path, size: found.size, modifiedAt: found.mtimeMs, ino: found.ino } : undefined
  } catch {
    return undefined
  }
}

function foldersIn(folder: string): Promise<string[]> {
  return namesIn(folder, DATE)
}

/** Codex names everything by its time: the order of names is that of time. */
async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => pattern.test(name))
    return names
      .sort()
      .reverse()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
