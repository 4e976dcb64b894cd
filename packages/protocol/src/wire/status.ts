import * as v from 'valibot'
import { ProviderSchema } from './provider.js'
import { ReasonSchema } from './reason.js'
import { StateSchema } from './state.js'

const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * What one provider's sessions ask of the person: the best state among them, how many sessions are in it, their
 * projects newest first (at most 3), and when that last changed (Unix seconds). `epoch` changes exactly when an ask
 * is announced; `snoozed` counts asks that were put off. Both are absent from old companions.
 */
export const AttentionSchema = v.object({
  state: StateSchema,
  count: Count,
  primary_project: v.string(),
  projects: v.pipe(v.array(v.string()), v.maxLength(3)),
  reason: ReasonSchema,
  updated_at: Seconds,
  epoch: v.optional(v.pipe(v.number(), v.integer())),
  snoozed: v.optional(Count),
})

/** The attention of one provider. */
export type Attention = v.InferOutput<typeof AttentionSchema>

const ProviderAttentionSchema = v.object({ name: ProviderSchema, attention: AttentionSchema })

/**
 * `GET /status`. Byte-stable while nothing visible changes: `updated_at` is when the content last changed (Unix
 * seconds), now is the `Date` header. `ceiling` is the night limit of the device's brightness (0 to 1).
 */
export const StatusSchema = v.object({
  ok: v.literal(true),
  updated_at: Seconds,
  providers: v.array(ProviderAttentionSchema),
  ceiling: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

/** The answer of `GET /status`. */
export type Status = v.InferOutput<typeof StatusSchema>
