import * as v from 'valibot'
import { freeze } from './freeze.js'
import { ProviderSchema } from './provider.js'
import { AttentionSchema } from './status.js'

const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
const Percent = v.pipe(v.number(), v.minValue(0))

/**
 * One quota window. `label` is its length and, where it counts one model only, `scope`: `5h`, `7d`, `7d Fable`. `pct` is
 * percent used, as its source says it: it may pass 100. An unknown `pct` or reset is `null`; a window nobody saw is left
 * out. `stale`: this window was seen long before the others of its provider, `age_sec` ago.
 */
export const WindowSchema = v.object({
  label: v.string(),
  pct: v.nullable(v.number()),
  resets_in_sec: v.nullable(v.number()),
  duration_sec: v.nullable(v.number()),
  scope: v.optional(v.string()),
  age_sec: v.optional(v.number()),
  stale: v.optional(v.boolean()),
})

/** One quota window. */
export type QuotaWindow = v.InferOutput<typeof WindowSchema>

/**
 * `GET /usage`: the quota windows of each provider and how old they are. `observed_at` (Unix seconds), `age_sec` and
 * `source` are of the newest observation; `what` names that source to a person; `stale` says that it is too old to be
 * relied on; `error` is a word of `SOURCE_STATES`: a source failed the last time, whatever others say. `show` and
 * `levels` are how the person wants it drawn: percent used or left, and from which percent used on a bar warns and is as
 * good as full.
 */
export const UsageSchema = v.object({
  ok: v.literal(true),
  updated_at: Seconds,
  providers: v.array(
    v.object({
      name: ProviderSchema,
      attention: v.optional(AttentionSchema),
      windows: v.array(WindowSchema),
      observed_at: v.nullable(Seconds),
      age_sec: v.nullable(v.number()),
      stale: v.boolean(),
      source: v.nullable(v.string()),
      what: v.optional(v.string()),
      error: v.optional(v.string()),
    }),
  ),
  show: v.optional(v.picklist(['used', 'remaining'])),
  levels: v.optional(v.object({ high: Percent, full: Percent })),
})

/** The answer of `GET /usage`. */
export type Usage = v.InferOutput<typeof UsageSchema>

/** From which percent used on a bar warns and is as good as full. */
export type QuotaLevels = NonNullable<Usage['levels']>

/** How far a window is used, by the levels of the person's settings. */
export type QuotaLevel = 'calm' | 'high' | 'full'

/** What holds where no levels are said. */
export const LEVELS: Readonly<QuotaLevels> = freeze({ high: 80, full: 95 })

/** Returns the levels of an answer. Those in the wrong order are none. */
export function levelsOf({ levels }: Pick<Usage, 'levels'>): Readonly<QuotaLevels> {
  return levels !== undefined && levels.high <= levels.full ? levels : LEVELS
}

/** Returns how far a window is used by `levels`; an unknown percent warns of nothing. */
export function levelOf(pct: number | null, { high, full }: Readonly<QuotaLevels>): QuotaLevel {
  if (pct === null || pct < high) return 'calm'
  return pct < full ? 'high' : 'full'
}

/**
 * Returns the window that stops the person first, `undefined` where no percent is known. Of full windows it is the one
 * that stays full longest, else the fullest. A window of one model stops only that model: it counts after all others.
 */
export function bindingWindow<W extends QuotaWindow>(windows: readonly W[]): W | undefined {
  let binding: W | undefined
  for (const window of windows) {
    if (window.pct !== null && (binding === undefined || binds(window, binding))) binding = window
  }
  return binding
}

/**
 * Returns for how long every model is stopped (s): until the latest reset of the full windows. `null` when one of those
 * does not say its reset, `undefined` when none is full.
 */
export function blockedFor(windows: readonly QuotaWindow[]): number | null | undefined {
  let longest: number | null | undefined
  for (const { pct, scope, resets_in_sec } of windows) {
    if (pct === null || pct < FULL || scope !== undefined) continue
    if (resets_in_sec === null) return null
    longest = Math.max(longest ?? 0, resets_in_sec)
  }
  return longest
}

/** How much of a window is used `elapsed` ms after it was received: `null` when unknown, as it is past its reset. */
export function percentAt({ pct, resets_in_sec }: QuotaWindow, elapsed: number): number | null {
  if (pct === null || !Number.isFinite(pct) || pct < 0) return null
  return resets_in_sec !== null && resets_in_sec * 1_000 <= elapsed ? null : pct
}

/** Returns the windows as they are `elapsed` ms after they were received: what is past its reset is unknown. */
export function windowsAt(windows: readonly QuotaWindow[], elapsed: number): QuotaWindow[] {
  return windows.map((window) => {
    const left = window.resets_in_sec === null ? null : window.resets_in_sec - elapsed / 1_000
    return { ...window, pct: percentAt(window, elapsed), resets_in_sec: left === null || left <= 0 ? null : left }
  })
}

const FULL = 100

function binds(window: QuotaWindow, binding: QuotaWindow): boolean {
  const isScoped = window.scope !== undefined
  if (isScoped !== (binding.scope !== undefined)) return !isScoped
  const [pct, other] = [window.pct ?? 0, binding.pct ?? 0]
  if (pct >= FULL && other >= FULL) return resetOf(window) > resetOf(binding)
  return pct > other
}

function resetOf({ resets_in_sec }: QuotaWindow): number {
  return resets_in_sec ?? Number.POSITIVE_INFINITY
}
