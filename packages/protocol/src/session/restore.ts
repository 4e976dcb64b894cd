import { present } from './present.js'
import { reduce } from './reduce.js'
import { changed, createSession, type Session } from './session.js'
import type { Ms } from './signal.js'

/**
 * Returns a session as it is after a restart: nobody knows what was missed, so what ran is unknown until an event or a
 * witness speaks. Its asks stand, and were announced already. Times that have not come yet, of a clock that was wrong,
 * are now.
 */
export function restoreSession(session: Session, now: Ms): Session {
  const past = (at: Ms) => Math.min(at, now)
  const { base } = session
  const kept: Session = {
    ...createSession(session, now),
    ...session,
    base: { ...base, since: past(base.since), at: past(base.at) },
    unsure: true,
    asks: session.asks.map((ask) => ({
      ...ask,
      openedAt: past(ask.openedAt),
      at: past(ask.at),
      announcedAt: past(ask.announcedAt ?? now),
    })),
    eventAt: past(session.eventAt),
    spares: [],
    failing: undefined,
  }
  const { state, reason, since } = present(kept)
  const shown = { state, reason, since: past(since) }
  return reduce(changed(kept, { shown }), { agent: '', is: 'tick' }, now).session ?? kept
}
