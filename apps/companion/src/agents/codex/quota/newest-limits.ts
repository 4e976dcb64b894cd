import type { Ms } from '../../../core/quota/reading.js'
import { kindOf } from './limit.js'
import type { Snapshot } from './rollout-line.js'

/** What each limit's newest snapshot is, whichever file it stands in. */
export type NewestLimits = {
  /** Whether a snapshot of that limit (no id: the main one) and moment would be the newest. */
  isNews(id: string | undefined, at: Ms | undefined): boolean
  take(snapshot: Snapshot): void
  /** When the newest one of the main limit was written. */
  readonly mainAt: Ms | undefined
  readonly size: number
  /** Returns what was taken since this was asked last, of each limit the newest. */
  fresh(): Snapshot[]
}

/** More limits than anyone has. */
const MOST_LIMITS = 16

const MAIN = ''

/** Returns that nothing is known of any limit. A snapshot of a moment that is not `possible` is none: it would stay. */
export function createNewestLimits(possible: (at: Ms) => boolean): NewestLimits {
  const newest = new Map<string, Snapshot>()
  const unsaid = new Set<string>()

  return {
    isNews(id, at) {
      const known = newest.get(id === undefined ? MAIN : kindOf({ id }))
      if (at !== undefined && !possible(at)) return false
      return known === undefined || at === undefined || at > known.at
    },
    take(snapshot) {
      if (!possible(snapshot.at)) return
      const kind = kindOf(snapshot.limit)
      const known = newest.get(kind)
      const hasRoom = kind === MAIN || newest.size < MOST_LIMITS
      if (known === undefined ? !hasRoom : snapshot.at <= known.at) return
      newest.set(kind, snapshot)
      unsaid.add(kind)
    },
    get mainAt() {
      return newest.get(MAIN)?.at
    },
    get size() {
      return newest.size
    },
    fresh() {
      const snapshots = [...unsaid].flatMap((kind) => newest.get(kind) ?? [])
      unsaid.clear()
      return snapshots
    },
  }
}
