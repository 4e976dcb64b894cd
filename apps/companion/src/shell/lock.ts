import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { systemExec } from './exec.js'
import { homeFile } from './home.js'
import { readIfPresent } from './private-file.js'
import { createProcesses, startMark } from './processes.js'

/** Another companion serves this home. `pid` is its process. */
export class HomeLockedError extends Error {
  override name = 'HomeLockedError' as const
  readonly pid: number

  constructor(home: string, pid: number) {
    super(`a companion already runs on ${home} (process ${pid}); stop it first, or set CODEXBAR_HOME to another folder`)
    this.pid = pid
  }
}

/** Who holds a lock, and of which folder: a lock that was copied along with a home is none. */
type Holder = { pid: number; start?: string | undefined; folder?: number | undefined }

const ATTEMPTS = 5
/** What file systems say that have no hard links: there a lock is there a moment before what is in it. */
const LINKLESS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Makes this process the only companion of a home and returns how to give that up. A lock that a dead process left,
 * even one whose id was given to another process since, does not count. Throws `HomeLockedError`.
 */
export function lockHome(home: string): () => void {
  const path = homeFile(home, 'lock')
  const folder = statSync(home).ino
  const mine = JSON.stringify({ pid: process.pid, start: startMark(process.pid), folder })
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (linked(draft, path)) return () => release(path, mine)
      const held = readIfPresent(path)
      if (held === undefined) continue
      const holder = holderIn(held)
      const isOfHere = holder?.folder === undefined || holder.folder === folder
      if (holder !== undefined && isOfHere && isRunning(holder)) throw new HomeLockedError(home, holder.pid)
      setAside(path, held)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new HomeLockedError(home, holderIn(readIfPresent(path) ?? '')?.pid ?? 0)
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code === undefined || !LINKLESS.has(code)) throw error
    return created(path, readFileSync(draft, 'utf8'))
  }
}

function created(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a lock found stale, but puts it back when another companion replaced it meanwhile. */
function setAside(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfPresent(aside) !== stale) linked(aside, path)
  rmSync(aside, { force: true })
}

function release(path: string, mine: string): void {
  if (readIfPresent(path) === mine) rmSync(path, { force: true })
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid, start, folder } = JSON.parse(text) as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined
    return {
      pid,
      start: typeof start === 'string' ? start : undefined,
      folder: typeof folder === 'number' ? folder : undefined,
    }
  } catch {
    return undefined
  }
}

function isRunning({ pid, start }: Holder): boolean {
  if (!createProcesses(systemExec).look(pid).alive) return false
  const now = startMark(pid)
  return start === undefined || now === undefined || start === now
}
