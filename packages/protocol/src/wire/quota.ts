import * as v from 'valibot'
import { ProviderSchema } from './provider.js'
import { WindowSchema } from './usage.js'

/**
 * What keeps a reading from being said, in the order it is looked for: nobody is signed in; another account is; its reset
 * is further ahead than its window is long; it is older than its window; a newer answer has no such window; the settings
 * hide the window; it is lower than before and waits for a second one; another reading is newer; its window was reset.
 */
export const WITHHELD = [
  'signed_out',
  'other_account',
  'skewed',
  'past_horizon',
  'gone',
  'hidden',
  'waiting',
  'older',
  'past_reset',
] as const

/** What keeps a reading from being said. */
export type Withheld = (typeof WITHHELD)[number]

const ReadingSchema = v.object({
  ...WindowSchema.entries,
  provider: ProviderSchema,
  source: v.string(),
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
  asks: v.boolean(),
  state: v.string(),
  looked_at: v.nullable(v.number()),
  next_at: v.nullable(v.number()),
})

/**
 * `GET /v1/quota`: the last reading that each source has of each window, and how each source stands. `shown` is the one
 * that `/usage` says; `why` is what keeps another from being said, a word of `WITHHELD` or of a newer companion. `state`
 * is a word of `SOURCE_STATES`; `what` names the source to a person; one that `asks` calls a service or a program, which
 * it does only where the settings say so. Times are Unix seconds.
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
