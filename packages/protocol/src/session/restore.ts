import { present, restOf } from './present.js'
import { reduce } from './reduce.js'
import { createSession, type Session } from './session.js'
import type { Ms } from './signal.js'

/**
 * Returns a session as it is after a restart: nobody knows what was missed, so what ran is unknown until an event or a
 * witness speaks. Its asks stand, and were announced already.
 */
export function restoreSession(session: Session, now: Ms): Session {
  const isRunning = restOf(session).state === 'running'
  const kept: Session = {
    ...createSession(session, now),
    ...session,
    base: isRunning ? { ...session.base, state: 'unknown', reason: '' } : session.base,
    asks: session.asks.map((ask) => ({ ...ask, announcedAt: ask.announcedAt ?? now })),
    spares: [],
    failing: undefined,
  }
  const { since } = present(kept)
  const shown = { state: present(kept).state, reason: present(kept).reason, since }
  return reduce({ ...kept, shown }, { agent: '', is: 'tick' }, now).session ?? kept
}
