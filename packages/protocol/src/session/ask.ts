import { type Ask, changed, keyOf, type Session } from './session.js'
import type { AgentId, AskKind, CallRef, Ms } from './signal.js'

/** What each kind of ask is called as a reason. */
const REASON_OF: Record<AskKind, string> = {
  permission: 'permission_request',
  question: 'question',
  plan: 'plan_approval',
  elicitation: 'elicitation',
  possible_question: 'possible_question',
  notification: 'notification',
  pane: 'pane_blocked',
  idle: 'idle_prompt',
}

/** Tools whose call is itself an ask. */
const ASKING_TOOLS: Readonly<Record<string, AskKind>> = {
  AskUserQuestion: 'question',
  request_user_input: 'question',
  ExitPlanMode: 'plan',
}

/** Asks that stand after a turn, not in it: no dialog is on screen. */
const AFTER_TURN: ReadonlySet<AskKind> = new Set<AskKind>(['possible_question', 'idle'])

/** Returns the kind of ask that calling `tool` is, if it is one. */
export function askOfTool(tool: string | undefined): AskKind | undefined {
  return tool !== undefined && Object.hasOwn(ASKING_TOOLS, tool) ? ASKING_TOOLS[tool] : undefined
}

/** Whether the ask is a dialog on the agent's screen. */
export function isDialog(ask: Ask): boolean {
  return !AFTER_TURN.has(ask.kind)
}

/** What an ask to be opened is about. */
export type Opening = { kind: AskKind; agent: AgentId; drives?: boolean } & CallRef

/**
 * Returns the session with one more ask, or with its nameless notification now known for what it is. A session that
 * nobody sits at asks nothing.
 */
export function openAsk(session: Session, opening: Opening, now: Ms): Session {
  if (session.headless) return session
  const { agent, call, tool, print, drives = true } = opening
  const kind = askOfTool(tool) ?? opening.kind
  const about = { kind, agent, reason: REASON_OF[kind], tool, print, call, drives, at: now }
  const nameless = kind === 'notification' ? undefined : session.asks.find((ask) => ask.kind === 'notification')
  if (nameless !== undefined && drives) {
    return changed(session, { asks: session.asks.map((ask) => (ask === nameless ? { ...ask, ...about } : ask)) })
  }
  const serial = session.serial + 1
  const id = `${keyOf(session)}#${now.toString(36)}.${serial}`
  const ask: Ask = { id, ...about, openedAt: now, announcedAt: undefined }
  return changed(session, { serial, asks: [...session.asks, ask] })
}

/** Returns the session without the asks that `which` holds for. */
export function closeAsks(session: Session, which: (ask: Ask) => boolean, now: Ms): Session {
  if (!session.asks.some(which)) return session
  return changed(session, { askClosedAt: now, asks: session.asks.filter((ask) => !which(ask)) })
}

/** Returns the session with the asks that `which` holds for seen still open at `now`. */
export function renewAsks(session: Session, which: (ask: Ask) => boolean, now: Ms): Session {
  if (!session.asks.some(which)) return session
  return changed(session, { asks: session.asks.map((ask) => (which(ask) ? { ...ask, at: now } : ask)) })
}
