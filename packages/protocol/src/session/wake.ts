import { expiresAt } from '../wire/record.js'
import { STATES } from '../wire/state.js'
import { shownAt } from './present.js'
import type { Session } from './session.js'
import type { Ms } from './signal.js'
import { KEPT } from './timing.js'
import { TRAITS } from './trait.js'

/** Returns when time alone will next change something of the session (Unix ms, always after `now`). */
export function wakeAt(session: Session, now: Ms): Ms {
  let next = Math.max(session.eventAt, session.base.at) + KEPT
  const consider = (at: Ms) => {
    if (at > now && (at < next || next <= now)) next = at
  }
  for (const ask of session.asks) {
    if (ask.drives && ask.announcedAt === undefined) consider(ask.openedAt + TRAITS[session.provider].grace)
  }
  if (session.failing !== undefined) consider(session.failing.dueAt)
  if (session.otherTasks > 0 && session.base.state === 'done') consider(session.base.at + STATES.running.lifetime)
  const shown = shownAt(session, now)
  if (shown !== undefined) consider(expiresAt(shown))
  return Math.max(now + 1, next)
}
