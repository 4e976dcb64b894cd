import * as v from 'valibot'
import { ProviderSchema } from './provider.js'
import { StatusSchema } from './status.js'

/** Something listed of this session changed, or it went. Where it stands now is in `GET /v1/sessions`. */
export const SessionEventSchema = v.object({ provider: ProviderSchema, session_id: v.string() })

/** Which session changed. */
export type SessionEvent = v.InferOutput<typeof SessionEventSchema>

/** Something of the quota changed. What it is now is in `GET /usage`. */
export const UsageEventSchema = v.object({})

/** The events of `GET /v1/events` by their names, each with the schema of its data. A new event is a new row. */
export const EVENTS = { status: StatusSchema, session: SessionEventSchema, usage: UsageEventSchema } as const

/** The name of an event. */
export type EventName = keyof typeof EVENTS
