import * as v from 'valibot'
import { ProviderSchema } from './provider.js'

/**
 * `GET /health`: alive, which version, since when, what time it is, what it can do, and when each provider's hooks were
 * last heard (`null`: never). All times are Unix seconds.
 */
export const HealthSchema = v.object({
  ok: v.literal(true),
  name: v.literal('codexbar'),
  version: v.string(),
  started_at: v.number(),
  now: v.number(),
  capabilities: v.array(v.string()),
  last_event: v.array(v.object({ name: ProviderSchema, at: v.nullable(v.number()), event: v.nullable(v.string()) })),
})

/** The answer of `GET /health`. */
export type Health = v.InferOutput<typeof HealthSchema>
