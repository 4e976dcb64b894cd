import { keyOf, type Session } from '@codexbar/protocol/session'
import { isSame, judge, type Sighting, type Watch, watchProcess } from '../core/liveness.js'
import type { Clock } from './clock.js'
import type { Processes } from './processes.js'

/** A process known to stand behind a session, as it is kept over a restart. */
export type KeptProcess = { pid: number; start: string }

/** Watches the local processes behind sessions. */
export type Liveness = {
  /** A report of the session `key` named its process. */
  saw(key: string, pid: number): void
  /** Whether the process of `other` runs now and is not `pid`. */
  isAliveElsewhere(other: Session, pid: number | undefined): boolean
  /** What is worth keeping over a restart, by session key. */
  kept(): Record<string, KeptProcess>
  restore(kept: Readonly<Record<string, KeptProcess>>): void
  close(): void
}

const CHECK_MS = 1_000
const CHECKS_PER_SWEEP = 10
/** How many of the sessions last heard of are checked each time; a sweep checks all. */
const NEAR = 64

/** Returns a watch over processes; `isKnown` says whether a session is still on record. */
export function createLiveness(deps: {
  clock: Clock
  processes: Processes
  isKnown: (key: string) => boolean
  /** A process came to stand for its session: it is worth keeping. */
  trusted: () => void
  dead: (key: string) => void
}): Liveness {
  const { clock, processes, isKnown, trusted, dead } = deps
  const watches = new Map<string, Watch>()
  const near = new Set<string>()
  let cancel: (() => void) | undefined
  let checks = 0

  function arm(): void {
    if (cancel === undefined && watches.size > 0) cancel = clock.setTimer(CHECK_MS, check)
  }

  function check(): void {
    cancel = undefined
    checks += 1
    const sweep = checks % CHECKS_PER_SWEEP === 0
    const keys = sweep ? [...watches.keys()] : [...near]
    const pids = [...new Set(keys.flatMap((key) => watches.get(key)?.pid ?? []))]
    if (pids.length > 0) {
      processes.lookAll(pids, sweep, (seen) => {
        if (seen !== undefined) for (const key of keys) apply(key, seen)
      })
    }
    arm()
  }

  function apply(key: string, seen: ReadonlyMap<number, Sighting>): void {
    const watch = watches.get(key)
    const sighting = watch && seen.get(watch.pid)
    if (watch === undefined || sighting === undefined) return
    const verdict = isKnown(key) ? judge(watch, sighting, clock.now()) : { dead: false }
    if (verdict.watch !== undefined) watches.set(key, verdict.watch)
    else {
      watches.delete(key)
      near.delete(key)
    }
    if (verdict.watch?.trusted === true && !watch.trusted) trusted()
    if (verdict.dead) dead(key)
  }

  function watch(key: string, pid: number): void {
    const begun = watchProcess(pid, processes.look(pid), clock.now())
    watches.set(key, begun)
    if (begun.trusted) trusted()
  }

  return {
    saw(key, pid) {
      if (watches.get(key)?.pid !== pid) watch(key, pid)
      near.delete(key)
      near.add(key)
      for (const oldest of near) {
        if (near.size <= NEAR) break
        near.delete(oldest)
      }
      arm()
    },
    isAliveElsewhere(other, pid) {
      if (other.pid === undefined || other.host !== undefined || other.pid === pid) return false
      const watch = watches.get(keyOf(other))
      const seen = processes.look(other.pid)
      return seen.alive && (watch?.pid !== other.pid || isSame(watch, seen))
    },
    kept() {
      const kept: Record<string, KeptProcess> = {}
      for (const [key, { pid, start, trusted }] of watches)
        if (trusted && start !== undefined) kept[key] = { pid, start }
      return kept
    },
    restore(kept) {
      for (const [key, { pid, start }] of Object.entries(kept)) {
        if (!isKnown(key)) continue
        watches.set(key, { pid, start, since: clock.now(), trusted: true, misses: 0 })
        near.add(key)
      }
      arm()
    },
    close() {
      cancel?.()
    },
  }
}
