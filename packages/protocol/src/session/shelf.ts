import { PROVIDERS, type Provider } from '../wire/provider.js'
import { keyOf, type Session } from './session.js'

/** Where sessions are kept: found by key, by folder and counted by provider. */
export type Shelf = {
  get(key: string): Session | undefined
  put(session: Session): void
  remove(key: string): void
  /** The keys of the sessions of one provider in one folder. */
  together(session: Pick<Session, 'provider' | 'path'>): readonly string[]
  /** How many sessions of a provider there are. */
  count(provider: Provider): number
  values(): Iterable<Session>
}

/**
 * Returns an empty shelf for `limit` sessions. Past it the first seen of those off the display goes, else the first
 * seen.
 */
export function createShelf(limit: number): Shelf {
  const sessions = new Map<string, Session>()
  const folders = new Map<string, Set<string>>()
  const counts = new Map<Provider, number>(PROVIDERS.map((provider) => [provider, 0]))

  function count(provider: Provider): number {
    return counts.get(provider) ?? 0
  }

  function add(key: string, session: Session): void {
    const folder = folderKey(session)
    const keys = folders.get(folder)
    if (keys === undefined) folders.set(folder, new Set([key]))
    else keys.add(key)
    counts.set(session.provider, count(session.provider) + 1)
    if (sessions.size > limit) remove(oldest(key))
  }

  function remove(key: string): void {
    const session = sessions.get(key)
    if (session === undefined) return
    sessions.delete(key)
    counts.set(session.provider, count(session.provider) - 1)
    const folder = folderKey(session)
    const keys = folders.get(folder)
    keys?.delete(key)
    if (keys?.size === 0) folders.delete(folder)
  }

  function oldest(except: string): string {
    let first: string | undefined
    for (const [key, session] of sessions) {
      if (key === except) continue
      if (session.shown === undefined) return key
      first ??= key
    }
    return first ?? except
  }

  return {
    get: (key) => sessions.get(key),
    put(session) {
      const key = keyOf(session)
      const isNew = !sessions.has(key)
      sessions.set(key, session)
      if (isNew) add(key, session)
    },
    remove,
    together: (session) => [...(folders.get(folderKey(session)) ?? [])],
    count,
    values: () => sessions.values(),
  }
}

function folderKey({ provider, path }: Pick<Session, 'provider' | 'path'>): string {
  return `${provider}\n${path}`
}
