import { expire } from '@codexbar/protocol/wire'
import type { LiveState } from './live.js'

/**
 * Returns how many sessions need the person at `now` (Unix ms, by the companion's clock): by the sessions, or by what
 * the display shows to who is not signed in.
 */
export function waitingOf({ connection, sessions, status }: LiveState, now: number): number {
  if (connection.phase !== 'signed-out' && sessions !== undefined) {
    return sessions.sessions.filter((session) => expire(session, now)?.state === 'needs_user').length
  }
  const waiting = status?.providers.filter(({ attention }) => attention.state === 'needs_user') ?? []
  return waiting.reduce((sum, { attention }) => sum + attention.count, 0)
}
