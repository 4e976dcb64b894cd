import { byUrgency, expire, expiresAt, type SessionRecord } from '@codexbar/protocol/wire'

/** Returns the sessions that are still believed at `now` (Unix ms, by the companion's clock), most urgent first. */
export function believed(sessions: readonly SessionRecord[], now: number): SessionRecord[] {
  return sessions
    .map((session) => expire(session, now))
    .filter((session) => session !== undefined)
    .sort(byUrgency)
}

/** Returns when `believed` will next say something else of these sessions (Unix ms, by the companion's clock). */
export function believedUntil(sessions: readonly SessionRecord[]): number {
  return sessions.reduce((until, session) => Math.min(until, expiresAt(session)), Number.POSITIVE_INFINITY)
}
