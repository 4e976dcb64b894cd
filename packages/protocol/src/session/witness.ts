import { closeAsks, isDialog, renewAsks } from './ask.js'
import { enterBase, renew, work } from './base.js'
import { type Ask, changed, type Session } from './session.js'
import type { Ms, WitnessedStatus } from './signal.js'
import { endTurn } from './turn.js'

/** The main agent's own events reach us up to this long after the witness's stamp of what they tell. */
const LAG: Ms = 300

/**
 * Returns the session as a witness of its screen shows it: `status` since `at`, by the witness's stamp. `waiting` renews
 * what is open, `busy` renews the work. A change to `busy` or `idle` after an ask opened means that it was answered: it
 * comes after the last of several dialogs. A sub-agent's ask closes so only if a dialog was seen for it, because the
 * main screen changes while a sub-agent has not drawn its dialog yet.
 */
export function witness(session: Session, status: Exclude<WitnessedStatus, 'dead'>, at: Ms, now: Ms): Session {
  if (status === 'waiting') return changed(renewAsks(session, isDialog, now), { waitingAt: at })
  const wasDrawn = (ask: Ask) => ask.agent === '' || (session.waitingAt ?? -Infinity) >= ask.openedAt - LAG
  const next = closeAsks(session, (ask) => isDialog(ask) && at > ask.openedAt && wasDrawn(ask), now)
  return status === 'busy' ? seeBusy(next, now) : seeIdle(next, at, now)
}

function seeBusy(session: Session, now: Ms): Session {
  return session.base.state === 'unknown'
    ? work(session, 'tool_use', now)
    : renew(changed(session, { unsure: false }), now)
}

function seeIdle(session: Session, at: Ms, now: Ms): Session {
  const { base, turn } = session
  if (base.state === 'unknown') return enterBase(session, 'idle', 'interrupted', now)
  const isStale = !session.unsure && (at <= turn.beganAt || at <= session.mainAt - LAG)
  if (base.state !== 'running' || isStale) return session
  return enterBase(endTurn(session, 'seen-idle', now), 'idle', 'interrupted', now)
}
