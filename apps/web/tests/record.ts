import type { SessionRecord } from '@codexbar/protocol/wire'

/** Returns a session that is as you say, and otherwise a running one of Claude since `since`. */
export function record(wish: Partial<SessionRecord> = {}): SessionRecord {
  const { since = 0, at = since, state = 'running', reason = '' } = wish
  const standing = { state, reason, since, at }
  return {
    provider: 'Claude',
    session_id: 's1',
    project: 'api',
    path: '/p/api',
    rest: standing,
    asks: [],
    background: 0,
    headless: false,
    ...standing,
    ...wish,
  }
}
