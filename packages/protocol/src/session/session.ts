import type { Provider } from '../wire/provider.js'
import type { Standing } from '../wire/record.js'
import type { State } from '../wire/state.js'
import type { AgentId, AskKind, Ms, TurnEnd } from './signal.js'

/** One thing a session waits for. It closes with the call, the turn or the agent it belongs to. */
export type Ask = {
  /** Never used twice, not even after a restart. */
  id: string
  kind: AskKind
  agent: AgentId
  reason: string
  tool?: string | undefined
  print?: string | undefined
  /** The key of the call it is bound to, or the call id that its reporter named. */
  call?: string | undefined
  drives: boolean
  openedAt: Ms
  /** The last sign that it is still open. */
  at: Ms
  announcedAt?: Ms | undefined
}

/** A tool call in flight. */
export type Call = {
  key: string
  agent: AgentId
  id?: string | undefined
  tool: string
  print?: string | undefined
  at: Ms
  asked: boolean
}

/** A call that is over, kept for a while to know its late events by. `began`: its beginning was seen. */
export type EndedCall = Omit<Call, 'key'> & { began: boolean }

/** A permission request that found its call taken: it waits a moment for the call that it overtook. */
export type Spare = { agent: AgentId; tool?: string | undefined; print?: string | undefined; kind: AskKind; at: Ms }

/** The turn of the main agent. */
export type Turn = {
  id?: string | undefined
  /** Ids of turns that began, the newest last. */
  known: readonly string[]
  beganAt: Ms
  /** A prompt began it. */
  isPrompted: boolean
  /** When something other than a prompt last opened it. */
  openedAt: Ms
  /** The turn before was still open when this one began. */
  overlapped: boolean
  over?: { at: Ms; how: TurnEnd | 'seen-idle'; orphan: boolean } | undefined
}

/** Everything the companion knows of one agent session. A value: `reduce` makes the next one. */
export type Session = {
  provider: Provider
  id: string
  /** The folder that names and groups it: fixed when it is first seen. */
  path: string
  project: string
  base: Standing
  /** Nobody knows whether what ran before a restart still does. */
  unsure: boolean
  shown?: { state: State; reason: string; since: Ms } | undefined
  turn: Turn
  /** The last event of what the main agent does. */
  mainAt: Ms
  calls: readonly Call[]
  ended: readonly EndedCall[]
  /** Ids of calls that are over in this turn. */
  endedIds: readonly string[]
  asks: readonly Ask[]
  spares: readonly Spare[]
  /** When each live sub-agent began, and when each that ended did. */
  agents: Readonly<Record<AgentId, Ms>>
  endedAgents: Readonly<Record<AgentId, Ms>>
  /** Background tasks other than sub-agents. */
  otherTasks: number
  /** A model request failed and no retry has followed yet. */
  failing?: { request?: string | undefined; reason: string; dueAt: Ms } | undefined
  /** Ids of the newest model requests, the newest last. */
  requests: readonly string[]
  /** When a witness last saw a dialog come up, by its stamp. */
  waitingAt?: Ms | undefined
  /** When an ask last closed. */
  askClosedAt?: Ms | undefined
  eventAt: Ms
  /** When it was last resumed after it was known already. */
  restartedAt?: Ms | undefined
  serial: number
  headless: boolean
  pid?: number | undefined
  pane?: string | undefined
  host?: string | undefined
}

/** What is fixed about a session when it is first seen. */
export type Identity = { provider: Provider; id: string; path: string; project: string }

/** Returns the key that a session goes by everywhere. */
export function keyOf({ provider, id }: Pick<Identity, 'provider' | 'id'>): string {
  return `${provider}/${id}`
}

/**
 * Returns a session of which nothing but its identity is known. Every key is there from the start: values that are made
 * of one shape are copied fast.
 */
export function createSession({ provider, id, path, project }: Identity, now: Ms): Session {
  return {
    provider,
    id,
    path,
    project,
    base: { state: 'unknown', reason: '', since: now, at: now },
    unsure: false,
    shown: undefined,
    turn: {
      id: undefined,
      known: [],
      beganAt: now,
      isPrompted: false,
      openedAt: now,
      overlapped: false,
      over: undefined,
    },
    mainAt: now,
    calls: [],
    ended: [],
    endedIds: [],
    asks: [],
    spares: [],
    agents: {},
    endedAgents: {},
    otherTasks: 0,
    failing: undefined,
    requests: [],
    waitingAt: undefined,
    askClosedAt: undefined,
    eventAt: now,
    restartedAt: undefined,
    serial: 0,
    headless: false,
    pid: undefined,
    pane: undefined,
    host: undefined,
  }
}

/**
 * Returns a session that differs from `session` in `changes`. It is made key by key: a spread of so many keys would be
 * most of what an event costs.
 */
export function changed(session: Session, changes: Partial<Session>): Session {
  const copy: { [Key in keyof Required<Session>]: Session[Key] } = {
    provider: session.provider,
    id: session.id,
    path: session.path,
    project: session.project,
    base: session.base,
    unsure: session.unsure,
    shown: session.shown,
    turn: session.turn,
    mainAt: session.mainAt,
    calls: session.calls,
    ended: session.ended,
    endedIds: session.endedIds,
    asks: session.asks,
    spares: session.spares,
    agents: session.agents,
    endedAgents: session.endedAgents,
    otherTasks: session.otherTasks,
    failing: session.failing,
    requests: session.requests,
    waitingAt: session.waitingAt,
    askClosedAt: session.askClosedAt,
    eventAt: session.eventAt,
    restartedAt: session.restartedAt,
    serial: session.serial,
    headless: session.headless,
    pid: session.pid,
    pane: session.pane,
    host: session.host,
  }
  return Object.assign(copy, changes)
}
