import { nameProjects } from './project.js'
import { PROVIDERS, type Provider } from './provider.js'
import { byUrgency, expire, type SessionRecord, stand } from './record.js'
import type { Attention } from './status.js'

/** What one provider's sessions come to, before anyone says when that last changed. */
export type Summary = Omit<Attention, 'updated_at' | 'epoch'>

const IDLE: Summary = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '' }

/** How many project names fit the display's rotation. */
const SHOWN_PROJECTS = 3

/**
 * Returns what the sessions come to at `now` (Unix ms), for every provider: expired records left out, one record per
 * provider and folder (highest priority, then newest), the best state, and the projects in it by entry into it, newest
 * first. The order of `records` does not matter. `silenced` holds the ids of asks that were put off: they drive
 * nothing and are counted in `snoozed`.
 */
export function aggregate(
  records: Iterable<SessionRecord>,
  silenced: ReadonlySet<string>,
  now: number,
): Record<Provider, Summary> {
  const live: SessionRecord[] = []
  for (const record of records) {
    const shown = expire(unsilenced(record, silenced), now)
    if (shown !== undefined && !isQuiet(shown)) live.push(shown)
  }
  const names = nameProjects(live)
  const result = {} as Record<Provider, Summary>
  for (const provider of PROVIDERS) result[provider] = summarize(provider, live, names, silenced)
  return result
}

function summarize(
  provider: Provider,
  live: readonly SessionRecord[],
  names: (record: SessionRecord) => string,
  silenced: ReadonlySet<string>,
): Summary {
  const folders = new Map<string, SessionRecord>()
  let snoozed = 0
  for (const record of live) {
    if (record.provider !== provider) continue
    for (const ask of record.asks) if (silenced.has(ask.id)) snoozed += 1
    const rival = folders.get(record.path)
    if (rival === undefined || byUrgency(record, rival) < 0) folders.set(record.path, record)
  }
  const ranked = [...folders.values()].sort(byUrgency)
  const best = ranked[0]
  if (best === undefined) return IDLE
  const among = ranked.filter((record) => record.state === best.state)
  const projects = among.slice(0, SHOWN_PROJECTS).map(names)
  return {
    state: best.state,
    count: among.length,
    primary_project: projects[0] ?? '',
    projects,
    reason: best.reason,
    ...(snoozed > 0 ? { snoozed } : {}),
  }
}

/** The record as it stands without the asks that were put off. */
function unsilenced(record: SessionRecord, silenced: ReadonlySet<string>): SessionRecord {
  if (silenced.size === 0 || !record.asks.some((ask) => silenced.has(ask.id))) return record
  const heard = record.asks.filter((ask) => !silenced.has(ask.id))
  return { ...record, ...stand(record.rest, heard) }
}

/** A finished run that no one sat at is listed but asks for no look. */
function isQuiet(record: SessionRecord): boolean {
  return record.headless && record.state === 'done'
}
