import * as v from 'valibot'
import type { Ms } from '../../../core/quota/reading.js'
import type { StatusLine } from './status-line-payload.js'

/**
 * What a session's status line said. `values` are its windows ('' for none yet), `work` the most that was done for them,
 * `prints` what it said with how much work done, the latest last.
 */
const SessionSchema = v.object({
  session: v.string(),
  values: v.string(),
  work: v.nullable(v.number()),
  prints: v.array(v.string()),
})

type SessionMemory = v.InferOutput<typeof SessionSchema> & {
  /** It was not heard since the companion started: what it says now may have come at any time since. */
  isKept?: true
}

/** What the status lines said, the session that changed last at the end. */
export type LineMemory = readonly SessionMemory[]

/** When the quota was what a status line says, and whether it is known to have been so then. */
export type Seen = { observedAt: Ms; isProven: boolean }

const MOST_SESSIONS = 64
const MOST_PRINTS = 4

/** Returns the memory as a file kept it; what is not understood is forgotten. */
export function restoreLines(kept: unknown): LineMemory {
  const result = v.safeParse(v.array(v.fallback(v.nullable(SessionSchema), null)), kept)
  if (!result.success) return []
  return result.output.flatMap((one) => (one === null ? [] : [{ ...one, isKept: true as const }])).slice(-MOST_SESSIONS)
}

/** Whether any session said values so far. */
export function isAnyKnown(memory: LineMemory): boolean {
  return memory.some(({ values }) => values !== '')
}

/**
 * Returns the memory after a status line, and what it proves. It carries no time and is run again and again, so it says
 * something only when its values or the work its session did changed. What a session said before it was watched is as
 * old as its last answer (`answeredAt`, asked only then), and not proven to be current.
 */
export function hearLine(
  memory: LineMemory,
  line: StatusLine,
  now: Ms,
  answeredAt: () => Ms | undefined,
): { memory: LineMemory; seen?: Seen } {
  const { session, work } = line
  const values = valuesOf(line)
  const print = `${work} ${values}`
  const known = memory.find((one) => one.session === session)
  if (known !== undefined && isOld(known, line)) return { memory }
  if (known?.prints.includes(print) && known.isKept === undefined) return { memory }
  const seen = known?.prints.includes(print) ? undefined : seenOf(known, line, now, answeredAt)
  const entry = {
    session,
    values: values === '' ? (known?.values ?? '') : values,
    work,
    prints: [...(known?.prints ?? []).filter((one) => one !== print), print].slice(-MOST_PRINTS),
  }
  const next = [...memory.filter((one) => one !== known), entry].slice(-MOST_SESSIONS)
  return { memory: next, ...(seen === undefined ? {} : { seen }) }
}

/**
 * Several terminals may run one session: the one with less work done repeats an older answer. A session that is taken up
 * again may count its work anew, and has no values then.
 */
function isOld(known: SessionMemory, line: StatusLine): boolean {
  return line.work !== null && known.work !== null && line.work < known.work && line.windows.length > 0
}

function seenOf(
  known: SessionMemory | undefined,
  line: StatusLine,
  now: Ms,
  answeredAt: () => Ms | undefined,
): Seen | undefined {
  const values = valuesOf(line)
  if (values === '') return undefined
  const isWatched = known !== undefined && known.isKept === undefined
  const observedAt = isWatched ? now : Math.min(now, answeredAt() ?? now)
  const isSame = known?.values === values
  const hasWorked = line.work !== null && known?.work !== null && line.work !== known?.work
  return isSame && !hasWorked ? undefined : { observedAt, isProven: isWatched }
}

function valuesOf({ windows }: StatusLine): string {
  return windows
    .map(({ kind, durationSec, pct, resetsAt }) => `${kind ?? ''}:${durationSec}=${pct}@${resetsAt}`)
    .join(' ')
}
