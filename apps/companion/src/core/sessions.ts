import { present, type Session } from '@codexbar/protocol/session'
import { byUrgency, expire, nameProjects, type SessionRecord } from '@codexbar/protocol/wire'

/**
 * Returns the sessions that are still believed at `now` (Unix ms), the most urgent first, each named so that it is
 * told from the others.
 */
export function listSessions(records: Iterable<SessionRecord>, now: number): SessionRecord[] {
  const live = liveOf(records, now)
  const nameOf = nameProjects(live)
  return live.map((record) => ({ ...record, project: nameOf(record) })).sort(byUrgency)
}

/**
 * Returns the name that tells the project of `session` from those of the other `sessions` at `now` (Unix ms), as it is
 * listed. Only the projects of the same name matter to it: the others, however many, are passed over.
 */
export function nameAmong(sessions: Iterable<Session>, session: Session, now: number): string {
  const alike: SessionRecord[] = []
  for (const other of sessions) if (other.project === session.project) alike.push(present(other))
  return nameProjects(liveOf(alike, now))(present(session))
}

function liveOf(records: Iterable<SessionRecord>, now: number): SessionRecord[] {
  return [...records].flatMap((record) => expire(record, now) ?? [])
}
