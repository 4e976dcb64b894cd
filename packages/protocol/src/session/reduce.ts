import { STATES } from '../wire/state.js'
import { closeAsks, isDialog, openAsk, renewAsks } from './ask.js'
import { enterBase, renew, stateSince, work } from './base.js'
import { askForCall, beginCall, dropCalls, endBatch, endCall, endCallsOlderThan } from './call.js'
import type { Change, Resolution } from './change.js'
import { answerElicitation, elicit } from './elicitation.js'
import { beginRequest, failRequest } from './model-request.js'
import { restOf, shownAt } from './present.js'
import { type Ask, changed, type Session } from './session.js'
import type { Ms, Signal } from './signal.js'
import { beginAgent, endAgent, hasJustEnded, reconcileAgents } from './sub-agent.js'
import { isRecent, KEPT, LATE, START_LATE } from './timing.js'
import { TRAITS } from './trait.js'
import { closeOverlap, endTurn, enterTurn, isOfOlderTurn, isOfTurn, isTurnJustOver, isWork } from './turn.js'
import { wakeAt } from './wake.js'
import { witness } from './witness.js'

/** What a signal made of a session: no session is one that is gone. `wakeAt` is when a `tick` has something to do. */
export type Reduced = { session?: Session | undefined; changes: readonly Change[]; wakeAt?: Ms | undefined }

/** A signal of what an agent does; the others are of the session as a whole. */
type TurnSignal = Exclude<Signal, { is: 'tick' | 'witnessed' | 'ended' }>

/** Why an ask that this signal closed is closed. */
const RESOLUTION_OF: Partial<Record<Signal['is'], Resolution>> = {
  'call-ended': 'resolved_in_terminal',
  'batch-ended': 'resolved_in_terminal',
  requested: 'resolved_in_terminal',
  'elicitation-answered': 'resolved_in_terminal',
  witnessed: 'resolved_in_terminal',
  'turn-ended': 'retracted',
  'agent-ended': 'retracted',
}

/**
 * Returns the session after one signal at `now`, and what that changed. Pure: the same session, signal and time give
 * the same answer. A signal that comes late, twice or for an agent that is gone changes nothing.
 */
export function reduce(before: Session, signal: Signal, now: Ms): Reduced {
  const next = apply(before, signal, now)
  return next === undefined ? gone(before, signal) : settle(before, next, signal, now)
}

function apply(session: Session, signal: Signal, now: Ms): Session | undefined {
  if (signal.is === 'tick') return tick(session, now)
  if (signal.is === 'witnessed') {
    return signal.status === 'dead' ? undefined : witness(session, signal.status, signal.at, now)
  }
  if (signal.is === 'ended') return undefined
  if (signal.agent !== '') return applySubAgent(changed(session, { unsure: false, eventAt: now }), signal, now)
  const entered = enterTurn(session, signal, now)
  if (entered === undefined) return changed(closeOverlap(session, signal), { eventAt: now })
  return applyMain(hear(entered, signal, now), session, signal, now)
}

/** What every event of the main agent changes, in the one copy that most events need. */
function hear(session: Session, signal: Signal, now: Ms): Session {
  return changed(session, {
    unsure: false,
    eventAt: now,
    mainAt: isOfTurn(signal) ? now : session.mainAt,
    base: isWork(signal) ? stateSince(session.base, 'running', 'tool_use', now) : session.base,
  })
}

/** What a sub-agent does leaves its parent's state alone, but shows that the session lives. */
function applySubAgent(session: Session, signal: TurnSignal, now: Ms): Session {
  const { agent } = signal
  if (signal.is === 'agent-ended') return renew(endAgent(session, agent, now), now)
  if (hasJustEnded(session, agent, now)) return session
  const alive = session.base.state === 'unknown' ? work(session, 'tool_use', now) : renew(session, now)
  if (signal.is === 'agent-began') return beginAgent(alive, agent, now)
  return applyCalls(alive, signal, now)
}

function applyMain(session: Session, before: Session, signal: TurnSignal, now: Ms): Session {
  switch (signal.is) {
    case 'started':
      return start(session, before, signal, now)
    case 'prompted':
      return work(session, 'user_prompt', now)
    case 'noticed':
      return notice(session, signal, now)
    case 'idled':
      return idle(session, signal.drives, now)
    case 'broke':
      return enterBase(session, 'error', signal.reason, now)
    case 'request-failed':
      return failRequest(session, signal, now)
    case 'compacted':
      return session.base.state === 'running' ? enterBase(endTurn(session, 'stop', now), 'idle', '', now) : session
    case 'turn-ended':
      return finishTurn(session, signal, now)
    case 'agent-began':
    case 'agent-ended':
      return renew(session, now)
    case 'call-began':
    case 'call-ended':
    case 'batch-ended':
    case 'asked':
    case 'requested':
    case 'elicited':
    case 'elicitation-answered':
    case 'worked':
      return applyCalls(session, signal, now)
  }
}

function applyCalls(session: Session, signal: TurnSignal, now: Ms): Session {
  const { agent } = signal
  switch (signal.is) {
    case 'call-began':
      return beginCall(session, agent, signal, now)
    case 'call-ended':
      return endCall(session, agent, signal, now)
    case 'batch-ended':
      return endBatch(session, agent, signal.calls, now)
    case 'asked':
      return askForCall(session, agent, signal.kind, signal, now)
    case 'requested':
      return request(session, signal, now)
    case 'elicited':
      return elicit(session, agent, signal.server, now)
    case 'elicitation-answered':
      return answerElicitation(session, agent, signal.server, now)
    default:
      return session
  }
}

/** An agent asks its model again only once all that it called, and asked for, is over. */
function request(session: Session, { agent, request }: Signal & { is: 'requested' }, now: Ms): Session {
  const ended = endCallsOlderThan(session, agent, LATE, now)
  const isOver = (ask: Ask) => ask.agent === agent && isDialog(ask) && !isRecent(ask.openedAt, now, LATE)
  const settled = closeAsks(ended, isOver, now)
  return agent === '' ? beginRequest(settled, request) : settled
}

/** A start of what was just heard of is a late one. A resumed session's old process is gone with all it did. */
function start(session: Session, before: Session, signal: Signal & { is: 'started' }, now: Ms): Session {
  const isFresh = before.base.state === 'unknown' && before.asks.length === 0 && before.turn.id === undefined
  const restarted = signal.resumed && !isFresh ? changed(session, { restartedAt: now }) : session
  if (!isFresh && isRecent(before.eventAt, now, START_LATE)) return restarted
  const reset = signal.resumed ? forget(restarted, now) : restarted
  return enterBase(reset, signal.busy ? 'running' : 'idle', 'session_start', now)
}

function forget(session: Session, now: Ms): Session {
  const bare = dropCalls(
    closeAsks(session, () => true, now),
    () => true,
  )
  return changed(bare, {
    agents: {},
    otherTasks: 0,
    failing: undefined,
    mainAt: now,
    turn: { ...session.turn, id: undefined, over: undefined, beganAt: now, isPrompted: false, openedAt: now },
  })
}

/** A notice confirms the dialog that is open; without one it stands for a dialog that no other hook told of. */
function notice(session: Session, signal: Signal, now: Ms): Session {
  if (session.asks.some((ask) => ask.drives)) return renewAsks(renew(session, now), (ask) => ask.drives, now)
  const justClosed = isRecent(session.askClosedAt ?? -Infinity, now, LATE)
  if (justClosed || isTurnJustOver(session, now) || isOfOlderTurn(session, signal)) return session
  const known = session.base.state === 'unknown' ? work(session, 'tool_use', now) : session
  return openAsk(known, { kind: 'notification', agent: '' }, now)
}

function idle(session: Session, drives: boolean, now: Ms): Session {
  const busy = restOf(session).reason === 'background_work' || session.asks.length > 0
  if (busy) return session
  const known = session.base.state === 'unknown' ? enterBase(session, 'idle', 'idle_prompt', now) : session
  return openAsk(known, { kind: 'idle', agent: '', drives }, now)
}

const BASE_AFTER = { stop: 'done', failed: 'error', interrupted: 'idle' } as const

function finishTurn(session: Session, signal: Signal & { is: 'turn-ended' }, now: Ms): Session {
  const over = enterBase(endTurn(session, signal.how, now), BASE_AFTER[signal.how], signal.reason, now)
  if (signal.how === 'interrupted') return changed(forget(over, now), { turn: over.turn })
  return signal.background === undefined ? over : reconcileAgents(over, signal.background, now)
}

/** What time alone changes: a failed request is an error, endless background work is done, silence is an end. */
function tick(session: Session, now: Ms): Session | undefined {
  const { failing, base, asks } = session
  const heardAt = Math.max(session.eventAt, base.at, ...asks.map((ask) => ask.at))
  if (now - heardAt >= KEPT) return undefined
  if (failing !== undefined && now >= failing.dueAt) {
    return enterBase(changed(session, { failing: undefined }), 'error', failing.reason, failing.dueAt)
  }
  const limit = base.at + STATES.running.lifetime
  const isOnlyTasks = session.otherTasks > 0 && Object.keys(session.agents).length === 0
  if (base.state === 'done' && isOnlyTasks && now >= limit) {
    return enterBase(changed(session, { otherTasks: 0 }), 'done', base.reason, limit)
  }
  return session
}

/** Announces what has stood its grace, notes what is shown since when, and tells what changed. */
function settle(before: Session, after: Session, signal: Signal, now: Ms): Reduced {
  const closed = before.asks.filter((ask) => !after.asks.some(({ id }) => id === ask.id))
  const resting = closed.length > 0 && !after.asks.some((ask) => ask.drives) ? renewBase(after, now) : after
  const announced = announce(resting, now)
  const session = show(before, announced, now)
  const why = RESOLUTION_OF[signal.is] ?? 'superseded'
  const changes: Change[] = closed.map((ask) => ({ type: 'ask-closed', ask, why }))
  for (const ask of session.asks) {
    const earlier = before.asks.find(({ id }) => id === ask.id)
    if (earlier === undefined) changes.push({ type: 'ask-opened', ask })
    if (ask.announcedAt !== undefined && earlier?.announcedAt === undefined)
      changes.push({ type: 'ask-announced', ask })
  }
  const from = before.shown?.state
  const to = session.shown?.state
  if (from !== to) changes.push({ type: 'state-changed', from, to, reason: session.shown?.reason ?? '' })
  return { session, changes, wakeAt: wakeAt(session, now) }
}

/** While an ask was open the base did not age. */
function renewBase(session: Session, now: Ms): Session {
  return changed(session, { base: { ...session.base, at: Math.max(session.base.at, now) } })
}

function announce(session: Session, now: Ms): Session {
  const { grace } = TRAITS[session.provider]
  const isDue = (ask: Ask) => ask.drives && ask.announcedAt === undefined && !isRecent(ask.openedAt, now, grace)
  if (!session.asks.some(isDue)) return session
  return changed(session, { asks: session.asks.map((ask) => (isDue(ask) ? { ...ask, announcedAt: now } : ask)) })
}

function show(before: Session, session: Session, now: Ms): Session {
  const standing = shownAt(session, now)
  if (standing === undefined) return session.shown === undefined ? session : changed(session, { shown: undefined })
  const { state, reason } = standing
  const since = before.shown?.state === state ? before.shown.since : state === 'unknown' ? standing.since : now
  const { shown } = session
  const isSame = shown?.state === state && shown.reason === reason && shown.since === since
  return isSame ? session : changed(session, { shown: { state, reason, since } })
}

function gone(before: Session, signal: Signal): Reduced {
  const why = 'session_ended'
  const reason = signal.is === 'ended' ? 'session_end' : 'vanished'
  const closed = before.asks.map((ask) => ({ type: 'ask-closed', ask, why }) as const)
  const from = before.shown?.state
  return { changes: from === undefined ? closed : [...closed, { type: 'state-changed', from, reason }] }
}
