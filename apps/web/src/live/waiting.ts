import { LOST_AFTER } from '@codexbar/display'
import { expire } from '@codexbar/protocol/wire'
import type { LiveState } from './live.js'

/**
 * Returns how many sessions need the person, by the sessions, or by what the display shows to who is not signed in, and
 * none once the companion is lost to the display, too. `today` is the time by the companion's clock (Unix ms), `clock`
 * the page's own (ms).
 */
export function waitingOf(state: LiveState, { today, clock }: { today: number; clock: number }): number {
  const { connection, sessions, status, statusAt } = state
  if (connection.phase !== 'signed-out' && sessions !== undefined) {
    if (connection.phase === 'reconnecting' && clock - connection.since >= LOST_AFTER) return 0
    return sessions.sessions.filter((session) => expire(session, today)?.state === 'needs_user').length
  }
  if (clock - statusAt >= LOST_AFTER) return 0
  const waiting = status?.providers.filter(({ attention }) => attention.state === 'needs_user') ?? []
  return waiting.reduce((sum, { attention }) => sum + attention.count, 0)
}
