import { LOST_AFTER } from '@codexbar/display'
import { percentAt, plainLine, type Usage } from '@codexbar/protocol/wire'
import {
  describeAge,
  type QuotaLevel,
  type QuotaRow,
  type QuotaSummary,
  quotaSummaries,
} from '@codexbar/protocol/words'
import { elapsedSince, type Moment, USAGE_EVERY } from './heard-usage.js'
import type { LiveState } from './live.js'

/** How far figures can be relied on. `unknown`: there are none. */
export type QuotaStanding = 'live' | 'stale' | 'lost' | 'unknown'

/** A window as it is drawn: `fill` percent of its bar, which a window that is not known has none of. */
export type PanelRow = Pick<QuotaRow, 'label' | 'percent' | 'resets' | 'age' | 'binds' | 'stale'> & {
  bar: { fill: number; level: QuotaLevel } | undefined
}

/** What is shown of one provider's quota. Texts are '' where there is nothing to say. */
export type QuotaPanel = Pick<QuotaSummary, 'provider' | 'note' | 'blocked'> & {
  standing: QuotaStanding
  /** Why figures cannot be relied on, and how old they are. */
  asOf: string
  rows: readonly PanelRow[]
  /** Where the figures are from. */
  source: string
  /** Whether something is missing that the companion can explain. */
  needsHint: boolean
}

type Entry = Usage['providers'][number]

/** Two polls that were missed, and some. */
const STALE_AFTER = 2 * USAGE_EVERY + 60_000
const SOURCE_LIMIT = 40

/** Returns what is shown of the quota at `now`: nothing before it was heard, or to who may not know it. */
export function quotaPanels(state: LiveState, now: Moment): QuotaPanel[] {
  const { usage, usageFailure, connection } = state
  if (usage === undefined || (connection.phase === 'signed-out' && usageFailure === 'unauthorized')) return []
  const elapsed = elapsedSince(usage, now)
  const isLost = isCompanionLost(state, now)
  const summaries = quotaSummaries(usage.value, elapsed)
  return usage.value.providers.flatMap((entry, at) => {
    const summary = summaries[at]
    return summary === undefined ? [] : panelOf(entry, summary, elapsed, isLost)
  })
}

function panelOf(entry: Entry, summary: QuotaSummary, elapsed: number, isLost: boolean): QuotaPanel {
  const { provider, note, blocked } = summary
  const known = entry.windows.map((window) => percentAt(window, elapsed) !== null)
  const rows = summary.rows.map((row, at) => rowOf(row, known[at] === true))
  const isKnown = known.includes(true)
  const isStale = summary.stale || elapsed > STALE_AFTER
  const standing = isLost ? 'lost' : !isKnown ? 'unknown' : isStale ? 'stale' : 'live'
  const isWanting = rows.some(({ stale, bar }) => stale || bar === undefined)
  return {
    provider,
    note,
    blocked,
    standing,
    asOf: asOf(standing, entry.age_sec === null ? undefined : entry.age_sec * 1_000 + elapsed),
    rows,
    source: entry.source === null ? '' : `from ${plainLine(entry.source.replaceAll('_', ' '), SOURCE_LIMIT)}`,
    needsHint: !isKnown || (isWanting && entry.error !== undefined),
  }
}

function rowOf({ label, percent, resets, age, binds, stale, fill, level }: QuotaRow, isKnown: boolean): PanelRow {
  return {
    label,
    percent,
    resets,
    age: isKnown ? `${stale ? 'as of ' : ''}${age} ago` : `last seen ${age} ago`,
    binds,
    stale,
    bar: isKnown ? { fill: barOf(fill * 100), level } : undefined,
  }
}

/** A bar is empty or full only where its number is. */
function barOf(percent: number): number {
  return percent <= 0 || percent >= 100 ? percent : Math.min(99, Math.max(1, Math.round(percent)))
}

function asOf(standing: QuotaStanding, age: number | undefined): string {
  if (standing !== 'lost' && standing !== 'stale') return ''
  const since = age === undefined ? '' : `as of ${describeAge(age)} ago`
  return [standing === 'lost' ? 'companion lost' : '', since].filter((part) => part !== '').join(', ')
}

/** As the rest of the page has it; who is not signed in hears of the companion by the status alone. */
function isCompanionLost({ connection, statusAt }: LiveState, { clock }: Moment): boolean {
  return connection.phase === 'signed-out' ? clock - statusAt >= LOST_AFTER : connection.phase === 'reconnecting'
}
