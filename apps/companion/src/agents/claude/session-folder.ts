import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../shell/log.js'
import { parseSessionFile, type SessionFile } from './session-file.js'

/** Reads the folder of Claude Code's session files. */
export type SessionFolder = {
  /** Returns the files that changed since the last scan. */
  scan(): SessionFile[]
  /** Whether the last scan saw the file of a process. */
  has(pid: number): boolean
}

/** Secret keys stand beside the session files: nothing but these names is ever opened. */
const NAME = /^([1-9]\d{0,9})\.json$/
const MOST_FILES = 512
const LARGEST_FILE = 64 * 1024

/** What a file looked like. A second write within the file system's tick leaves no mark: each change is read twice. */
type Known = { mark: string; settled: boolean }

/** Returns a reader of the session files in `path`. What is missing or not understood is left out, said once. */
export function createSessionFolder(path: string, log: Log): SessionFolder {
  const known = new Map<string, Known>()
  const said = new Set<string>()

  function list(): string[] {
    try {
      const names = readdirSync(path).filter((name) => NAME.test(name))
      return names.length <= MOST_FILES ? names : newestOf(names)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT') sayOnce(path, `${path} cannot be read (${code})`)
      return []
    }
  }

  function newestOf(names: readonly string[]): string[] {
    sayOnce('many', `${path} holds ${names.length} session files; only the newest ${MOST_FILES} are read`)
    const times = new Map(names.map((name) => [name, modifiedAt(join(path, name))]))
    const age = (name: string) => -(times.get(name) ?? 0)
    return [...names].sort((a, b) => age(a) - age(b)).slice(0, MOST_FILES)
  }

  function read(name: string): SessionFile | undefined {
    try {
      const file = join(path, name)
      const stat = statSync(file)
      const mark = `${stat.ino} ${stat.size} ${stat.mtimeMs}`
      const before = known.get(name)
      if (before?.mark === mark && before.settled) return undefined
      known.set(name, { mark, settled: before?.mark === mark })
      if (!stat.isFile() || stat.size > LARGEST_FILE) return undefined
      const parsed = parseSessionFile(readFileSync(file, 'utf8'))
      if (parsed !== undefined && `${parsed.pid}.json` === name) return parsed
      known.set(name, { mark, settled: false })
      sayOnce(name, `the session file ${name} is not understood; Claude's hooks alone are used for it`)
    } catch {
      known.set(name, { mark: '', settled: false })
    }
    return undefined
  }

  function sayOnce(what: string, fact: string): void {
    if (said.has(what)) return
    said.add(what)
    log.warn(fact)
  }

  return {
    scan() {
      const names = new Set(list())
      for (const name of known.keys()) if (!names.has(name)) known.delete(name)
      const found: SessionFile[] = []
      for (const name of names) {
        const file = read(name)
        if (file !== undefined) found.push(file)
      }
      return found
    },
    has: (pid) => known.has(`${pid}.json`),
  }
}

/** A file that went while it was looked at is the oldest. */
function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
