import type { Ms, Signal } from './signal.js'
import { isRecent, mayHaveOvertaken, TOMBSTONE } from './timing.js'

/** How many ended sessions are remembered. */
const REMEMBERED = 4096

/**
 * Returns a memory of ended sessions: it keeps their late events from raising them again. A start or a prompt brings
 * one back, but for a prompt that its end overtook, and a start that the end of a session nobody knew overtook.
 */
export function createTombstones() {
  const ends = new Map<string, { at: Ms; known: boolean }>()
  return {
    /** Notes that a session ended; `known`: there was one. */
    set(key: string, known: boolean, now: Ms): void {
      const repeated = ends.get(key)
      ends.delete(key)
      ends.set(key, { at: now, known: known || (repeated?.known === true && isRecent(repeated.at, now, TOMBSTONE)) })
      if (ends.size > REMEMBERED) for (const oldest of ends.keys()) return void ends.delete(oldest)
    },
    /** Whether the signal is meant for a life of the session that is over. Lifts the tombstone if not. */
    covers(key: string, signal: Signal, now: Ms): boolean {
      const end = ends.get(key)
      if (end === undefined) return false
      const wasOvertaken = mayHaveOvertaken(end.at, now)
      const isReturn =
        (signal.is === 'started' && !(wasOvertaken && !end.known)) || (signal.is === 'prompted' && !wasOvertaken)
      if (isRecent(end.at, now, TOMBSTONE) && !isReturn && signal.is !== 'ended') return true
      if (signal.is !== 'ended') ends.delete(key)
      return false
    },
  }
}
