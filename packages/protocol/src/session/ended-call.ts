import type { EndedCall, Session } from './session.js'
import type { AgentId, CallRef, Ms } from './signal.js'
import { isRecent, OVERTAKE } from './timing.js'

/** How many calls that are over a session remembers whole: as many as may still get late events. */
const REMEMBERED = 24

/** How many ids of calls that are over a session remembers, at least and at most, in one turn. */
const IDS = { least: 128, most: 256 }

/** Returns what a session remembers once these calls are over too. */
export function rememberEnded(session: Session, over: readonly EndedCall[]): Pick<Session, 'ended' | 'endedIds'> {
  const ids = over.flatMap(({ id }) => id ?? [])
  const { endedIds } = session
  const kept = endedIds.length + ids.length > IDS.most ? endedIds.slice(-IDS.least) : endedIds
  return { ended: [...session.ended, ...over].slice(-REMEMBERED), endedIds: [...kept, ...ids] }
}

/** Returns what a session remembers of calls that are over once those of one agent are of no more use. */
export function forgetEnded(session: Session, agent: AgentId): Pick<Session, 'ended' | 'endedIds'> {
  const ended = session.ended.filter((over) => over.agent !== agent)
  return { ended, endedIds: ended.flatMap(({ id }) => id ?? []) }
}

/** Whether the call is known to be over: by its id, and without one for a moment only, because equal calls come again. */
export function isOver(session: Session, agent: AgentId, ref: CallRef, now: Ms): boolean {
  if (ref.call !== undefined) return session.endedIds.includes(ref.call)
  return session.ended.some((over) => isTwin(over, agent, ref) && isRecent(over.at, now, OVERTAKE))
}

/** Whether a call like this one is known to be over in this turn, however long ago. */
export function wasOver(session: Session, agent: AgentId, ref: CallRef): boolean {
  if (ref.call !== undefined) return session.endedIds.includes(ref.call)
  return session.ended.some((over) => isTwin(over, agent, ref))
}

/** Returns the end that overtook its own beginning: an end without an id, a moment ago, of a call nobody saw begin. */
export function findOrphan(session: Session, agent: AgentId, ref: CallRef, now: Ms): EndedCall | undefined {
  if (ref.call !== undefined) return undefined
  return session.ended.find(
    (over) =>
      !over.began &&
      over.id === undefined &&
      over.agent === agent &&
      sameInput(over, ref) &&
      isRecent(over.at, now, OVERTAKE),
  )
}

/** Whether two references are to calls of one tool with one input. */
export function sameInput(a: CallRef, b: CallRef): boolean {
  return a.tool === b.tool && a.print === b.print && a.tool !== undefined
}

function isTwin(over: EndedCall, agent: AgentId, ref: CallRef): boolean {
  return over.began && over.agent === agent && sameInput(over, ref)
}
