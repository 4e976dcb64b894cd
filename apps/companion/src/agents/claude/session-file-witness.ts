import { join } from 'node:path'
import type { Witness, WitnessPost } from '../agent.js'
import { claudeFolder } from './folder.js'
import { isLocalProcess, type SessionFile } from './session-file.js'
import { createSessionFolder } from './session-folder.js'

const POLL_MS = 500
const RENEW_MS = 10_000
/** How many polls in a row must miss a process. */
const MISSES = 2

/** What was made of one file so far. */
type Followed = {
  file: SessionFile
  /** The status that was told, as the file stamped it. */
  told?: string | undefined
  toldAt: number
  misses: number
  isDead: boolean
}

/**
 * Returns the witness that reads Claude Code's session files: the only sign of Esc, of a refusal and of a client that
 * died. It tells of sessions on record only; files that are missing or not understood mean less knowledge.
 */
export function createSessionFileWitness(post: WitnessPost): Witness {
  const { clock, processes } = post
  const folder = createSessionFolder(join(claudeFolder(post.env, post.config), 'sessions'), post.log)
  const space = processes.space()
  const followed = new Map<number, Followed>()
  let cancel: (() => void) | undefined

  function poll(): void {
    cancel = undefined
    if (!post.hasSessions()) return
    for (const file of folder.scan()) notice(file)
    for (const [pid, entry] of followed) follow(pid, entry)
    arm()
  }

  function arm(): void {
    cancel ??= clock.setTimer(POLL_MS, poll)
  }

  function notice(file: SessionFile): void {
    const known = followed.get(file.pid)
    const isSameSession = known?.file.sessionId === file.sessionId && known.file.procStart === file.procStart
    if (known !== undefined && isSameSession) known.file = file
    else followed.set(file.pid, { file, toldAt: 0, misses: 0, isDead: false })
  }

  function follow(pid: number, entry: Followed): void {
    const { file } = entry
    if (post.sessionOf(file.sessionId) === undefined) {
      entry.told = undefined
      entry.misses = 0
      if (!folder.has(pid)) followed.delete(pid)
      return
    }
    const isLocal = isLocalProcess(file, space)
    if (isLocal && !isRunning(file)) miss(pid, entry)
    else {
      entry.misses = 0
      entry.isDead = false
      if (folder.has(pid)) tell(entry, isLocal)
    }
  }

  function miss(pid: number, entry: Followed): void {
    entry.misses += 1
    if (entry.misses < MISSES || entry.isDead) return
    entry.isDead = true
    if (!folder.has(pid)) followed.delete(pid)
    if (!livesOn(entry.file)) post.tell(entry.file.sessionId, 'dead', clock.now())
  }

  function tell(entry: Followed, isLocal: boolean): void {
    const { sessionId, status, statusUpdatedAt } = entry.file
    if (status === undefined || statusUpdatedAt === undefined) return
    const now = clock.now()
    const stamp = `${status} ${statusUpdatedAt}`
    const isRenewal = isLocal && (status === 'busy' || status === 'waiting') && now - entry.toldAt >= RENEW_MS
    if (entry.told === stamp && !isRenewal) return
    entry.told = stamp
    entry.toldAt = now
    post.tell(sessionId, status === 'shell' ? 'idle' : status, Math.min(statusUpdatedAt, now))
  }

  function isRunning({ pid, procStart }: SessionFile): boolean {
    const { alive, start } = processes.look(pid)
    return alive && (procStart === undefined || start === undefined || procStart === start)
  }

  /** A session that was resumed lives in another process than the one whose file was left behind. */
  function livesOn({ sessionId, pid }: SessionFile): boolean {
    const session = post.sessionOf(sessionId)
    if (session?.pid !== undefined && session.pid !== pid && session.host === undefined) {
      if (processes.look(session.pid).alive) return true
    }
    return isAliveElsewhere(sessionId, pid)
  }

  function isAliveElsewhere(id: string, pid: number | undefined): boolean {
    for (const { file } of followed.values()) {
      if (file.sessionId !== id || file.pid === pid || !folder.has(file.pid)) continue
      if (isLocalProcess(file, space) && isRunning(file)) return true
    }
    return false
  }

  return { wake: arm, isAliveElsewhere, close: () => cancel?.() }
}
