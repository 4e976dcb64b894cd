import * as v from 'valibot'
import { ProviderSchema } from './provider.js'
import { ReasonSchema } from './reason.js'
import { STATES, type State, StateSchema } from './state.js'

const Milliseconds = v.number()

/** Where a session stands: `since` is when it entered `state`, `at` the last sign that this is still so (Unix ms). */
const StandingSchema = v.object({ state: StateSchema, reason: ReasonSchema, since: Milliseconds, at: Milliseconds })

/** Where a session stands. */
export type Standing = v.InferOutput<typeof StandingSchema>

const OpenAskSchema = v.object({
  id: v.string(),
  kind: v.string(),
  reason: ReasonSchema,
  tool: v.optional(v.string()),
  drives: v.boolean(),
  opened_at: Milliseconds,
  at: Milliseconds,
})

/** What is shown of one thing a session waits for; one that does not drive leaves the state alone. */
export type OpenAsk = v.InferOutput<typeof OpenAskSchema>

/**
 * What is shown of one session: no words of the person or the agent, only where it stands, where it would stand
 * without its asks (`rest`), the asks oldest first, and how many background tasks run.
 */
export const RecordSchema = v.object({
  provider: ProviderSchema,
  session_id: v.string(),
  project: v.string(),
  path: v.string(),
  ...StandingSchema.entries,
  rest: StandingSchema,
  asks: v.array(OpenAskSchema),
  background: v.number(),
  headless: v.boolean(),
})

/** One session as others see it. */
export type SessionRecord = v.InferOutput<typeof RecordSchema>

/** `GET /v1/sessions`: every session that is still believed at `now`, named as the display names it, most urgent first. */
export const SessionsSchema = v.object({ ok: v.literal(true), now: Milliseconds, sessions: v.array(RecordSchema) })

/** The answer of `GET /v1/sessions`. */
export type Sessions = v.InferOutput<typeof SessionsSchema>

/**
 * Returns where a session stands: it needs the person while a driving ask is open (the oldest says why), else it does
 * what it does without them.
 */
export function stand(rest: Standing, asks: readonly OpenAsk[]): Standing {
  const driving = asks.filter((ask) => ask.drives)
  const oldest = driving[0]
  if (oldest === undefined) return rest
  const at = Math.max(...driving.map((ask) => ask.at))
  return { state: 'needs_user', reason: oldest.reason, since: oldest.opened_at, at }
}

/**
 * Returns where a session stands at `now`: unchanged, decayed to what its state's table row says follows, or
 * `undefined` once nothing is believed of it any more. A clock that went backwards ages nothing.
 */
export function decay<S extends Standing>(standing: S, now: number): S | undefined {
  const age = Math.max(0, now - standing.at)
  const row: { lifetime: number; decaysTo?: State } = STATES[standing.state]
  if (age < row.lifetime) return standing
  if (row.decaysTo === undefined) return undefined
  return decay({ ...standing, state: row.decaysTo, reason: '', since: standing.at + row.lifetime }, now)
}

/**
 * Returns the record as it is at `now`: once its asks are no longer believed, what the session does without them.
 * `undefined` once nothing is believed of it.
 */
export function expire(record: SessionRecord, now: number): SessionRecord | undefined {
  const shown = decay(record, now)
  if (shown !== undefined || record.state !== 'needs_user') return shown
  return decay({ ...record, ...record.rest }, now)
}

/** Returns when `expire` or `decay` will next say something else of it (Unix ms). */
export function expiresAt(standing: Standing): number {
  return standing.at + STATES[standing.state].lifetime
}

/**
 * Orders sessions by how much they matter: by the priority of their state, then by entry into it, newest first, then by
 * id so that no order is left open.
 */
export function byUrgency(a: SessionRecord, b: SessionRecord): number {
  const byPriority = STATES[a.state].priority - STATES[b.state].priority
  if (byPriority !== 0) return byPriority
  if (a.since !== b.since) return b.since - a.since
  return a.session_id < b.session_id ? -1 : a.session_id > b.session_id ? 1 : 0
}
