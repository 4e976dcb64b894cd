import { ASK_KINDS, type Session, TURN_ENDS } from '@codexbar/protocol/session'
import { ProviderSchema, StateSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'

/** A schema for each field of `T` and for no other: a field that a session gains or loses does not compile here. */
type EntriesOf<T> = Record<keyof T, v.GenericSchema>

const Ms = v.number()
const Times = v.record(v.string(), Ms)
const maybeText = v.optional(v.string())

const AskKindSchema = v.picklist(ASK_KINDS)

const askEntries = {
  id: v.string(),
  kind: AskKindSchema,
  agent: v.string(),
  reason: v.string(),
  tool: maybeText,
  print: maybeText,
  call: maybeText,
  drives: v.boolean(),
  openedAt: Ms,
  at: Ms,
  announcedAt: v.optional(Ms),
} satisfies EntriesOf<Session['asks'][number]>

const standingEntries = {
  state: StateSchema,
  reason: v.string(),
  since: Ms,
  at: Ms,
} satisfies EntriesOf<Session['base']>

const turnEntries = {
  id: maybeText,
  known: v.array(v.string()),
  beganAt: Ms,
  isPrompted: v.boolean(),
  openedAt: Ms,
  overlapped: v.boolean(),
  over: v.optional(v.strictObject({ at: Ms, how: v.picklist([...TURN_ENDS, 'seen-idle']), orphan: v.boolean() })),
} satisfies EntriesOf<Session['turn']>

const callEntries = {
  key: v.string(),
  agent: v.string(),
  id: maybeText,
  tool: v.string(),
  print: maybeText,
  at: Ms,
  asked: v.boolean(),
} satisfies EntriesOf<Session['calls'][number]>

const { key: _, ...endedEntries } = callEntries

const spareEntries = {
  agent: v.string(),
  tool: maybeText,
  print: maybeText,
  kind: AskKindSchema,
  at: Ms,
} satisfies EntriesOf<Session['spares'][number]>

const sessionEntries = {
  provider: ProviderSchema,
  id: v.string(),
  path: v.string(),
  project: v.string(),
  base: v.strictObject(standingEntries),
  shown: v.optional(v.strictObject({ state: StateSchema, reason: v.string(), since: Ms })),
  turn: v.strictObject(turnEntries),
  mainAt: Ms,
  calls: v.array(v.strictObject(callEntries)),
  ended: v.array(v.strictObject({ ...endedEntries, began: v.boolean() })),
  endedIds: v.array(v.string()),
  asks: v.array(v.strictObject(askEntries)),
  spares: v.array(v.strictObject(spareEntries)),
  agents: Times,
  endedAgents: Times,
  otherTasks: v.number(),
  failing: v.optional(v.strictObject({ request: maybeText, reason: v.string(), dueAt: Ms })),
  requests: v.array(v.string()),
  waitingAt: v.optional(Ms),
  askClosedAt: v.optional(Ms),
  eventAt: Ms,
  restartedAt: v.optional(Ms),
  serial: v.number(),
  unsure: v.boolean(),
  headless: v.boolean(),
  pid: v.optional(v.number()),
  pane: maybeText,
  host: maybeText,
} satisfies EntriesOf<Session>

/** A session as the state file keeps it. What the file says is not trusted: it may be old, cut or edited. */
export const SessionSchema = v.strictObject(sessionEntries) satisfies v.GenericSchema<Session, Session>
