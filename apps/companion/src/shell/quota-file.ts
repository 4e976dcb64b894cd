import * as v from 'valibot'
import { type PerProvider, perProvider } from '../core/per-provider.js'
import { forget, type Known, NOTHING_KNOWN } from '../core/quota/known.js'
import type { Ms } from '../core/quota/reading.js'
import type { Clock } from './clock.js'
import { homeFile } from './home.js'
import type { Log } from './log.js'
import { readIfPresent, writePrivateSync } from './private-file.js'

/** What is kept of the quota over a restart: what is known, and what each source kept for itself. */
export type KeptQuota = { known: PerProvider<Known>; sources: Record<string, unknown> }

/** Writes what is kept, some time after it was touched. */
export type QuotaFile = {
  touch(): void
  /** Writes what is not written yet before it returns. */
  write(): void
  close(): void
}

const VERSION = 1
const COALESCE_MS = 1_000
/** A file that cannot be written is tried again after this. */
const RETRY_MS = 60_000

const Time = v.pipe(v.number(), v.finite())
const ReadingSchema = v.object({
  window: v.string(),
  scope: v.string(),
  isMain: v.boolean(),
  durationSec: v.nullable(v.number()),
  pct: v.nullable(v.number()),
  resetsAt: v.nullable(Time),
  observedAt: Time,
  source: v.string(),
  isProven: v.boolean(),
})
const HeldSchema = v.object({ ...ReadingSchema.entries, since: Time, rival: v.exactOptional(ReadingSchema) })
const SaidSchema = v.object({ account: v.optional(v.string()), reading: ReadingSchema })
const KnownSchema = v.object({
  account: v.optional(v.object({ id: v.nullable(v.string()), since: Time })),
  held: v.record(v.string(), v.record(v.string(), HeldSchema)),
  latest: v.record(v.string(), SaidSchema),
})
const FileSchema = v.object({
  version: v.literal(VERSION),
  providers: v.record(v.string(), v.unknown()),
  sources: v.fallback(v.record(v.string(), v.unknown()), {}),
})

/**
 * Returns what a home remembers of the quota at `now`. A file that is missing, cut or edited wrongly costs what it
 * holds, never the start.
 */
export function readQuota(home: string, log: Log, now: Ms): KeptQuota {
  const path = homeFile(home, 'quota')
  const nothing: KeptQuota = { known: perProvider(() => NOTHING_KNOWN), sources: {} }
  try {
    const text = readIfPresent(path)
    if (text === undefined) return nothing
    const file = v.safeParse(FileSchema, JSON.parse(text))
    if (file.success) {
      const { providers, sources } = file.output
      return { known: perProvider((name) => knownIn(providers[name], now)), sources }
    }
    log.warn(`${path} cannot be used (not a quota state of version ${VERSION}); starting with no quota`)
  } catch (error) {
    const problem = (error as NodeJS.ErrnoException).code ?? 'not JSON'
    log.warn(`${path} cannot be used (${problem}); starting with no quota`)
  }
  return nothing
}

function knownIn(value: unknown, now: Ms): Known {
  const result = v.safeParse(KnownSchema, value)
  if (!result.success) return NOTHING_KNOWN
  const { account, held, latest } = result.output
  return forget({ account, held, latest }, now)
}

/** Returns the writer of a home's quota. `state` is asked each time it is written. */
export function createQuotaFile(deps: { home: string; clock: Clock; log: Log; state: () => KeptQuota }): QuotaFile {
  const { clock, log } = deps
  const path = homeFile(deps.home, 'quota')
  let isDirty = false
  let isFailing = false
  let isClosed = false
  let cancel: (() => void) | undefined

  function write(): void {
    cancel?.()
    cancel = undefined
    if (!isDirty) return
    const { known, sources } = deps.state()
    try {
      writePrivateSync(path, `${JSON.stringify({ version: VERSION, providers: known, sources })}\n`)
      isDirty = false
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}); going on without`)
      isFailing = true
      cancel = clock.setTimer(RETRY_MS, write)
    }
  }

  return {
    touch() {
      if (isClosed) return
      isDirty = true
      cancel ??= clock.setTimer(COALESCE_MS, write)
    },
    write,
    close() {
      isClosed = true
      write()
      cancel?.()
    },
  }
}
