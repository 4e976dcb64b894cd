import { closeAsks } from './ask.js'
import { dropCalls } from './call.js'
import { changed, type Session } from './session.js'
import type { AgentId, Background, Ms } from './signal.js'
import { AGENT_LATE, isRecent, OVERTAKE } from './timing.js'

/** How many ended sub-agents a session remembers. */
const REMEMBERED = 32

/** Whether the sub-agent ended so recently that its events are late. */
export function hasJustEnded(session: Session, agent: AgentId, now: Ms): boolean {
  const endedAt = timeOf(session.endedAgents, agent)
  return endedAt !== undefined && isRecent(endedAt, now, AGENT_LATE)
}

/** Returns the session with a live sub-agent. */
export function beginAgent(session: Session, agent: AgentId, now: Ms): Session {
  if (timeOf(session.agents, agent) !== undefined || hasJustEnded(session, agent, now)) return session
  return changed(session, { agents: { ...session.agents, [agent]: now } })
}

/** Returns the session without the sub-agent, its calls and its asks. */
export function endAgent(session: Session, agent: AgentId, now: Ms): Session {
  const { [agent]: _, ...agents } = session.agents
  const next = closeAsks(session, (ask) => ask.agent === agent, now)
  const ended = Object.entries({ ...session.endedAgents, [agent]: now }).slice(-REMEMBERED)
  return changed(
    dropCalls(next, (call) => call.agent === agent),
    { agents, endedAgents: Object.fromEntries(ended) },
  )
}

/**
 * Returns the session with the background work that the main agent's end lists: a sub-agent that is not listed is
 * gone, but for one that began as the list was made; one that is listed lives, but for one that is stopping.
 */
export function reconcileAgents(session: Session, background: Background, now: Ms): Session {
  let next = session
  const known = new Set([...Object.keys(session.agents), ...session.asks.map((ask) => ask.agent)])
  for (const agent of known) {
    const beganAt = timeOf(session.agents, agent)
    const isNew = beganAt !== undefined && isRecent(beganAt, now, OVERTAKE)
    if (agent !== '' && !background.agents.includes(agent) && !isNew) next = endAgent(next, agent, now)
  }
  for (const agent of background.agents) next = beginAgent(next, agent, now)
  return changed(next, { otherTasks: background.other })
}

/** Whether the session is known to run anything in the background. */
export function hasBackground(session: Session): boolean {
  if (session.otherTasks > 0) return true
  for (const _ in session.agents) return true
  return false
}

/** How many background tasks of any kind the session is known to run. */
export function backgroundOf(session: Session): number {
  return Object.keys(session.agents).length + session.otherTasks
}

/** An agent may be called what every object has a property of. */
function timeOf(times: Readonly<Record<AgentId, Ms>>, agent: AgentId): Ms | undefined {
  return Object.hasOwn(times, agent) ? times[agent] : undefined
}
