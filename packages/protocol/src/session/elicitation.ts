import { closeAsks } from './ask.js'
import { beginCall, elicitationPrint, endCall, serverOf } from './call.js'
import type { Session } from './session.js'
import type { AgentId, Ms } from './signal.js'

/** What an elicitation is called among the calls: it begins and ends like one. */
const TOOL = 'elicitation'

/**
 * Returns the session asked by an MCP server, in the place of the permission for that server's tool. It belongs to the
 * agent whose call of that server is in flight, else to the one that reported it.
 */
export function elicit(session: Session, agent: AgentId, server: string, now: Ms): Session {
  const isOfServer = (tool = '') => server !== '' && serverOf(tool) === server
  const holders = session.calls.filter((call) => isOfServer(call.tool))
  const holder = holders.filter((call) => call.agent === agent).at(-1) ?? holders.at(-1)
  const granted = closeAsks(session, (ask) => ask.kind === 'permission' && isOfServer(ask.tool), now)
  const call = { tool: TOOL, print: elicitationPrint(server), asks: 'elicitation' } as const
  return beginCall(granted, holder?.agent ?? agent, call, now)
}

/** Returns the session with the server's question answered; without a name, the oldest one. */
export function answerElicitation(session: Session, agent: AgentId, server: string, now: Ms): Session {
  const print = elicitationPrint(server)
  const open = session.calls.filter((call) => call.tool === TOOL)
  const call = server === '' ? open[0] : open.find((call) => call.print === print)
  return endCall(session, call?.agent ?? agent, { tool: TOOL, print: call?.print ?? print }, now)
}
