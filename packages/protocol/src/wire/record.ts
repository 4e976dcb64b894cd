import * as v from 'valibot'
import { ProviderSchema } from './provider.js'
import { ReasonSchema } from './reason.js'
import { STATES, type State, StateSchema } from './state.js'

const Milliseconds = v.number()

/**
 * What is shown of one session: no words of the person or the agent, only where it stands.
 * `since` is when it entered `state`, `at` the last sign that this is still so; both in Unix ms.
 */
export const RecordSchema = v.object({
  provider: ProviderSchema,
  session_id: v.string(),
  project: v.string(),
  path: v.string(),
  state: StateSchema,
  reason: ReasonSchema,
  since: Milliseconds,
  at: Milliseconds,
  asks: v.array(v.object({ id: v.string(), kind: v.string(), tool: v.optional(v.string()), opened_at: Milliseconds })),
  background: v.number(),
  headless: v.boolean(),
})

/** One session as others see it. */
export type SessionRecord = v.InferOutput<typeof RecordSchema>

/** `GET /v1/sessions`: every session on record, named as the display names it. */
export const SessionsSchema = v.object({ ok: v.literal(true), now: Milliseconds, sessions: v.array(RecordSchema) })

/** The answer of `GET /v1/sessions`. */
export type Sessions = v.InferOutput<typeof SessionsSchema>

/**
 * Returns the record as it stands at `now`: unchanged, decayed to what its state's table row says follows, or
 * `undefined` once nothing is believed of it any more. A clock that went backwards ages nothing.
 */
export function expire(record: SessionRecord, now: number): SessionRecord | undefined {
  const age = Math.max(0, now - record.at)
  const row: { lifetime: number; then?: State } = STATES[record.state]
  if (age < row.lifetime) return record
  if (row.then === undefined) return undefined
  return expire({ ...record, state: row.then, reason: '', since: record.at + row.lifetime }, now)
}

/** Returns when `expire` will next say something else of this record (Unix ms). */
export function expiresAt(record: SessionRecord): number {
  return record.at + STATES[record.state].lifetime
}
