import * as v from 'valibot'
import { ProviderSchema } from './provider.js'

const ReadingSchema = v.object({
  provider: ProviderSchema,
  source: v.string(),
  label: v.string(),
  scope: v.optional(v.string()),
  pct: v.nullable(v.number()),
  resets_in_sec: v.nullable(v.number()),
  duration_sec: v.nullable(v.number()),
  observed_at: v.number(),
  age_sec: v.number(),
  stale: v.boolean(),
  shown: v.boolean(),
  why: v.optional(v.string()),
})

const SourceSchema = v.object({
  provider: ProviderSchema,
  source: v.string(),
  what: v.string(),
  enabled: v.boolean(),
  state: v.string(),
  looked_at: v.nullable(v.number()),
  next_at: v.nullable(v.number()),
})

/**
 * `GET /v1/quota`: the last reading that each source has of each window, and how each source stands. `shown` is the one
 * that `/usage` says; `why` is what keeps another from being said. `state` is a word of `SOURCE_STATES`; `what` names
 * the source to a person. Times are Unix seconds.
 */
export const QuotaReportSchema = v.object({
  ok: v.literal(true),
  now: v.number(),
  readings: v.array(ReadingSchema),
  sources: v.array(SourceSchema),
})

/** The answer of `GET /v1/quota`. */
export type QuotaReport = v.InferOutput<typeof QuotaReportSchema>

/** What one source says of one window. */
export type QuotaReading = QuotaReport['readings'][number]

/** How one source stands. */
export type QuotaSourceReport = QuotaReport['sources'][number]
