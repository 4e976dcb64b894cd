import {
  archiveFolder,
  dayFolders,
  findRollout,
  type RolloutFile,
  rolloutsIn,
  sessionsFolder,
  statAll,
  waysToNewest,
} from './rollout-folders.js'

/** How far is looked: among the sessions that began last, or among all. */
export type Extent = 'newest' | 'all'

/** The rollouts that changed last, and the folders in which the next ones come up. */
export type Found = { files: readonly RolloutFile[]; ways: readonly string[] }

/** Finds the rollouts that changed last. */
export type RolloutFinder = {
  /** Looks also at the rollouts `known` already, and at those of `sessions`, however old. */
  find(extent: Extent, known: Iterable<string>, sessions: readonly string[]): Promise<Found>
}

/** So many rollouts are read, those that changed last. */
const MOST_FILES = 25
/** Of those that began last so many are looked at to find them. */
const MOST_NEWEST = 2 * MOST_FILES
const MOST_SESSIONS = 64

const SESSION = /^[\w-]{1,128}$/

/** Returns what finds the rollouts in Codex's folder. */
export function createRolloutFinder(codexHome: string): RolloutFinder {
  /** Where the rollout of a session is; `undefined` where there is none. */
  const places = new Map<string, string | undefined>()

  async function placeOf(session: string, candidates: ReadonlySet<string>): Promise<string | undefined> {
    if (!SESSION.test(session)) return undefined
    const end = `-${session}.jsonl`
    const candidate = [...candidates].find((path) => path.endsWith(end))
    if (candidate !== undefined || places.has(session)) return candidate ?? places.get(session)
    const place = await findRollout(codexHome, session)
    const [oldest] = places.keys()
    if (oldest !== undefined && places.size >= MOST_SESSIONS) places.delete(oldest)
    places.set(session, place)
    return place
  }

  /** Adds the rollouts that began last, `most` of them or more. */
  async function addNewest(candidates: Set<string>, most: number): Promise<void> {
    let count = 0
    for await (const day of dayFolders(sessionsFolder(codexHome))) {
      const paths = (await rolloutsIn(day)).slice(0, most)
      for (const path of paths) candidates.add(path)
      count += paths.length
      if (count >= most) return
    }
  }

  return {
    async find(extent, known, sessions) {
      const most = extent === 'all' ? Number.POSITIVE_INFINITY : MOST_NEWEST
      const candidates = new Set(known)
      await addNewest(candidates, most)
      for (const path of (await rolloutsIn(archiveFolder(codexHome))).slice(0, most)) candidates.add(path)
      if (extent === 'all') places.clear()
      for (const session of sessions) {
        const place = await placeOf(session, candidates)
        if (place !== undefined) candidates.add(place)
      }
      const files = (await statAll(candidates)).slice(0, MOST_FILES)
      return { files, ways: await waysToNewest(codexHome) }
    },
  }
}
