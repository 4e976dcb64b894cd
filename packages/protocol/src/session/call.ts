import { askOfTool, closeAsks, isDialog, openAsk } from './ask.js'
import { findOrphan, isOver, rememberEnded, sameInput, wasOver } from './ended-call.js'
import { type Ask, type Call, changed, type EndedCall, type Session } from './session.js'
import type { AgentId, AskKind, CallRef, Ms } from './signal.js'
import { isRecent, LATE, OVERTAKE } from './timing.js'

/** How many calls a session can have in flight: past it the oldest is one whose end was lost. */
const IN_FLIGHT = 256

/**
 * Returns the session with one more call in flight. It adopts the ask that came before it, and one that is itself an
 * ask opens it. A call that is known already, or known to be over, changes nothing.
 */
export function beginCall(
  session: Session,
  agent: AgentId,
  { call, tool, print, asks }: CallRef & { tool: string; asks?: AskKind | undefined },
  now: Ms,
): Session {
  if (isKnown(session, agent, { call, tool, print }, now))
    return forgetOrphan(session, agent, { call, tool, print }, now)
  const serial = session.serial + 1
  const key = call ?? `~${serial}`
  const begun: Call = { key, agent, id: call, tool, print, at: now, asked: false }
  const next = changed(session, { serial, calls: [...session.calls, begun].slice(-IN_FLIGHT) })
  const waiting = next.asks.find((ask) => awaits(next, ask, begun, now))
  if (waiting !== undefined) return bind(next, waiting, begun)
  const spare = next.spares.find(
    (spare) => spare.agent === agent && sameInput(spare, begun) && isRecent(spare.at, now, OVERTAKE),
  )
  const kind = askOfTool(tool) ?? asks ?? spare?.kind
  if (kind === undefined) return next
  const without = changed(next, { spares: next.spares.filter((other) => other !== spare) })
  return openFor(without, begun, kind, now)
}

/**
 * Returns the session with the call over, its ask closed with it. With its last call an agent's unbound asks close too.
 * A call nobody saw begin closes the ask that it names, or the notice that may have been its.
 */
export function endCall(session: Session, agent: AgentId, ref: CallRef, now: Ms): Session {
  const call = findCall(session, agent, ref)
  if (call !== undefined) return settle(session, [call], now)
  if (isOver(session, agent, ref, now)) return session
  const ask = session.asks.find((open) => open.agent === agent && isUnbound(session, open) && names(open, ref))
  const isLast = ask === undefined && !session.calls.some((call) => call.agent === '')
  const next = closeAsks(session, (open) => open === ask || (isLast && open.kind === 'notification'), now)
  const tool = ref.tool ?? ''
  const orphan: EndedCall = {
    agent,
    id: ref.call,
    tool,
    print: ref.print,
    at: now,
    asked: ask !== undefined,
    began: false,
  }
  return settle(changed(next, rememberEnded(next, [orphan])), within(next, orphan), now)
}

/** Returns the session with a whole batch of an agent's calls over: those listed and every one that began before. */
export function endBatch(session: Session, agent: AgentId, refs: readonly CallRef[], now: Ms): Session {
  const listed = new Set<Call>()
  const unseen: CallRef[] = []
  for (const ref of refs) {
    const call = findCall(session, agent, ref, listed)
    if (call !== undefined) listed.add(call)
    else if (!wasOver(session, agent, ref)) unseen.push(ref)
  }
  const newest = listed.size > 0 ? Math.max(...[...listed].map((call) => call.at)) : now - OVERTAKE
  const over = session.calls.filter((call) => call.agent === agent && (listed.has(call) || call.at <= newest))
  return unseen.reduce((next, ref) => endCall(next, agent, ref, now), settle(session, over, now))
}

/** Returns the session with the agent's calls over that began more than `age` ago. */
export function endCallsOlderThan(session: Session, agent: AgentId, age: Ms, now: Ms): Session {
  return settle(
    session,
    session.calls.filter((call) => call.agent === agent && now - call.at > age),
    now,
  )
}

/** Returns the session without the calls that `which` holds for, nor requests that wait for one. */
export function dropCalls(session: Session, which: (call: { agent: AgentId; at: Ms }) => boolean): Session {
  return changed(session, {
    calls: session.calls.filter((call) => !which(call)),
    spares: session.spares.filter((spare) => !which(spare)),
  })
}

/**
 * Returns the session with an ask for a call: bound to it by id, else by fingerprint, else to the agent's newest call
 * of that tool that has none. A request that was overtaken by its own call's end opens none; one for a call that has
 * its ask waits a moment for another call like it.
 */
export function askForCall(session: Session, agent: AgentId, kind: AskKind, ref: CallRef, now: Ms): Session {
  const inFlight = session.calls.filter((call) => call.agent === agent)
  const over = session.ended.filter((call) => call.agent === agent)
  if (ref.call !== undefined) {
    const call = inFlight.find(({ id }) => id === ref.call)
    if (call !== undefined) return call.asked ? session : openFor(session, call, kind, now)
    if (isOver(session, agent, ref, now)) return session
    if (session.asks.some((ask) => ask.agent === agent && ask.call === ref.call)) return session
    return openAsk(session, { kind, agent, ...ref }, now)
  }
  const alike = inFlight.filter((call) => sameInput(call, ref))
  const free = alike.find((call) => !call.asked)
  if (free !== undefined) return openFor(session, free, kind, now)
  const spare = { agent, tool: ref.tool, print: ref.print, kind, at: now }
  const spares = [...session.spares.filter(({ at }) => isRecent(at, now, OVERTAKE)), spare]
  const spared = changed(session, { spares })
  const overtaken = over.filter((call) => !call.asked && isRecent(call.at, now, LATE) && sameInput(call, ref)).at(-1)
  if (overtaken !== undefined) return changed(spared, { ended: mark(session.ended, overtaken) })
  if (alike.length > 0) return spared
  if (session.asks.some((ask) => ask.agent === agent && isUnbound(session, ask) && sameInput(ask, ref))) return spared
  const sameTool = inFlight.filter((call) => !call.asked && call.tool === ref.tool).at(-1)
  if (sameTool !== undefined) return openFor(session, sameTool, kind, now, ref.print)
  return openAsk(session, { kind, agent, ...ref }, now)
}

/** Whether the ask is bound to no call in flight. */
function isUnbound(session: Session, ask: Ask): boolean {
  return ask.call === undefined || !session.calls.some((call) => call.key === ask.call)
}

function openFor(session: Session, call: Call, kind: AskKind, now: Ms, print = call.print): Session {
  const opened = openAsk(session, { kind, agent: call.agent, call: call.key, tool: call.tool, print }, now)
  return changed(opened, { calls: mark(session.calls, call) })
}

function bind(session: Session, ask: Ask, call: Call): Session {
  const previous = session.calls.find(({ key }) => key === ask.call)
  const bound = { ...ask, call: call.key, tool: call.tool, print: call.print }
  const calls = session.calls.map((other) => {
    if (other === call) return { ...other, asked: true }
    return other === previous ? { ...other, asked: false } : other
  })
  return changed(session, { calls, asks: session.asks.map((other) => (other === ask ? bound : other)) })
}

/** Whether an open ask is this call's: it came before its call, or was bound to another for want of this one. */
function awaits(session: Session, ask: Ask, call: Call, now: Ms): boolean {
  if (ask.agent !== call.agent) return false
  if (isUnbound(session, ask)) return ask.call === undefined ? maybeSame(ask, call) : ask.call === call.id
  const holder = session.calls.find(({ key }) => key === ask.call)
  return isRecent(ask.openedAt, now, OVERTAKE) && sameInput(ask, call) && holder?.print !== ask.print
}

function settle(session: Session, over: readonly Call[], now: Ms): Session {
  if (over.length === 0) return session
  const gone = over.flatMap((call) => [call, ...within(session, call)])
  const calls = session.calls.filter((call) => !gone.includes(call))
  const next = session.asks.length === 0 ? session : closeAsks(session, (ask) => endsWith(ask, gone, calls), now)
  const ended = gone.map(({ agent, id, tool, print, asked }) => ({
    agent,
    id,
    tool,
    print,
    asked,
    at: now,
    began: true,
  }))
  return changed(next, { calls, ...rememberEnded(next, ended) })
}

/** Whether an ask is over once these calls are: it was theirs, or it has no call and its agent's last one is `gone`. */
function endsWith(ask: Ask, gone: readonly Call[], left: readonly Call[]): boolean {
  if (ask.call !== undefined) return gone.some(({ key }) => key === ask.call)
  if (!isDialog(ask) || left.some(({ agent }) => agent === ask.agent)) return false
  return ask.kind === 'notification' || gone.some(({ agent }) => agent === ask.agent)
}

/** What a server asks inside a tool call of its own ends with that call. */
function within(session: Session, call: Pick<Call, 'agent' | 'tool'>): readonly Call[] {
  const server = serverOf(call.tool)
  if (server === '') return []
  return session.calls.filter((inner) => inner.agent === call.agent && inner.print === elicitationPrint(server))
}

/** The name an elicitation of that server goes by among the calls. */
export function elicitationPrint(server: string): string {
  return `elicitation:${server}`
}

/** The MCP server that a tool belongs to, `''` for a tool of the agent's own. */
export function serverOf(tool: string): string {
  return /^mcp__(.+?)__/.exec(tool)?.[1] ?? ''
}

function findCall(session: Session, agent: AgentId, ref: CallRef, taken?: ReadonlySet<Call>): Call | undefined {
  const own = session.calls.filter((call) => call.agent === agent && taken?.has(call) !== true)
  if (ref.call !== undefined) {
    return own.find(({ id }) => id === ref.call) ?? own.find((call) => call.id === undefined && sameInput(call, ref))
  }
  return (
    own.find((call) => sameInput(call, ref)) ??
    (ref.print === undefined ? own.find(({ tool }) => tool === ref.tool) : undefined)
  )
}

function isKnown(session: Session, agent: AgentId, ref: CallRef, now: Ms): boolean {
  if (ref.call !== undefined) {
    return (
      session.calls.some(({ id, agent: of }) => of === agent && id === ref.call) || isOver(session, agent, ref, now)
    )
  }
  const isTwin = (call: Call) => call.agent === agent && call.id === undefined && sameInput(call, ref)
  const twin = session.calls.some((call) => isTwin(call) && isRecent(call.at, now, OVERTAKE))
  return twin || findOrphan(session, agent, ref, now) !== undefined
}

/** A beginning that was overtaken by its own end uses that end up. */
function forgetOrphan(session: Session, agent: AgentId, ref: CallRef, now: Ms): Session {
  const orphan = findOrphan(session, agent, ref, now)
  if (orphan === undefined) return session
  return changed(session, { ended: session.ended.map((call) => (call === orphan ? { ...call, began: true } : call)) })
}

function names(ask: Ask, ref: CallRef): boolean {
  if (ask.call !== undefined && ref.call !== undefined) return ask.call === ref.call
  return maybeSame(ask, ref)
}

/** Alike as far as both say: a reporter may leave the input out. */
function maybeSame(a: CallRef, b: CallRef): boolean {
  return sameInput(a, b) || (a.tool === b.tool && (a.print === undefined || b.print === undefined))
}

function mark<C extends { asked: boolean }>(calls: readonly C[], call: C): readonly C[] {
  return calls.map((other) => (other === call ? { ...other, asked: true } : other))
}
