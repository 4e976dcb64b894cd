import type { Standing } from '../wire/record.js'
import type { State } from '../wire/state.js'
import { changed, type Session } from './session.js'
import type { Ms } from './signal.js'
import { hasBackground } from './sub-agent.js'

/** Returns the session in that base state, renewed; entering it anew sets since when. */
export function enterBase(session: Session, state: State, reason: string, now: Ms): Session {
  return changed(session, { base: stateSince(session.base, state, reason, now) })
}

/** Returns a base state that follows on `before`. */
export function stateSince(before: Standing, state: State, reason: string, now: Ms): Standing {
  return { state, reason, since: before.state === state ? before.since : now, at: now }
}

/** Returns the session at work on something its main agent does. */
export function work(session: Session, reason: string, now: Ms): Session {
  return enterBase(session, 'running', reason, now)
}

/** Returns the session with its work, of the turn or in the background, known to go on. */
export function renew(session: Session, now: Ms): Session {
  const { base } = session
  const goesOn = base.state === 'running' || (base.state === 'done' && hasBackground(session))
  return goesOn ? changed(session, { base: { ...base, at: now } }) : session
}
