import { byUrgency, expire, type SessionRecord } from '@codexbar/protocol/wire'

/** Returns the sessions that are still believed at `now` (Unix ms, by the companion's clock), most urgent first. */
export function believed(sessions: readonly SessionRecord[], now: number): SessionRecord[] {
  return sessions
    .map((session) => expire(session, now))
    .filter((session) => session !== undefined)
    .sort(byUrgency)
}
