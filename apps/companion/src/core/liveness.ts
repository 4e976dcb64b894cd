import type { Ms } from '@codexbar/protocol/session'

/** What was seen of a process id: whether a process runs under it and, where known, when that one started and its name. */
export type Sighting = { alive: boolean; start?: string | undefined; name?: string | undefined }

/** A process that stands behind a session. `since` is when it was first named. */
export type Watch = { pid: number; since: Ms; trusted: boolean; start?: string | undefined; misses: number }

/** What came of a check: go on with `watch`, or nothing more to check. */
export type Verdict = { watch?: Watch; dead: boolean }

/** A hook may be run by a shell that is gone at once: a process that may be one has to outlive its event. */
const TRUST_AFTER_MS = 300

/** How many checks in a row must miss a process. */
const MISSES = 2

/** Programs that run hooks and are gone with them. */
const WRAPPERS: ReadonlySet<string> = new Set(['sh', 'ash', 'bash', 'busybox', 'dash', 'fish', 'ksh', 'zsh'])

/** Returns a watch on a process named at `now` and seen then. One that is known to be no shell needs no trial. */
export function watchProcess(pid: number, seen: Sighting, now: Ms): Watch {
  const trusted = seen.alive && seen.name !== undefined && !WRAPPERS.has(seen.name)
  return { pid, since: now, trusted, start: trusted ? seen.start : undefined, misses: 0 }
}

/** Returns what a check at `now` says: a process that was never trusted proves nothing by being gone. */
export function judge(watch: Watch, seen: Sighting, now: Ms): Verdict {
  if (!watch.trusted) {
    const age = now - watch.since
    if (age >= 0 && age < TRUST_AFTER_MS) return { watch, dead: false }
    return seen.alive ? { watch: { ...watch, trusted: true, start: seen.start }, dead: false } : { dead: false }
  }
  if (seen.alive && isSame(watch, seen)) {
    const start = watch.start ?? seen.start
    return { watch: watch.misses === 0 && start === watch.start ? watch : { ...watch, start, misses: 0 }, dead: false }
  }
  const misses = watch.misses + 1
  return misses >= MISSES ? { dead: true } : { watch: { ...watch, misses }, dead: false }
}

/** Whether what runs under the id now is the process that was watched. */
export function isSame(watch: { start?: string | undefined }, seen: { start?: string | undefined }): boolean {
  return watch.start === undefined || seen.start === undefined || watch.start === seen.start
}
