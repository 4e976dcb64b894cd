import { LOST_AFTER, USAGE_STALE_AFTER } from '@codexbar/display'
import { percentAt, plainLine, type QuotaLevel, type Usage } from '@codexbar/protocol/wire'
import { type QuotaRow, type QuotaSummary, quotaSummaries } from '@codexbar/protocol/words'
import { elapsedSince, type Moment } from './heard-usage.js'
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
  const isKnown = known.includes(true)
  const isStale = summary.stale || elapsed > USAGE_STALE_AFTER
  const standing = isLost ? 'lost' : !isKnown ? 'unknown' : isStale ? 'stale' : 'live'
  const since = asOf(standing, summary.age)
  // What the head says need not be said again.
  const rows = summary.rows.map((row, at) => rowOf(row, known[at] === true, since === '' ? '' : summary.age))
  const isWanting = rows.some(({ stale, bar }) => stale || bar === undefined)
  return {
    provider,
    note,
    blocked,
    standing,
    asOf: since,
    rows,
    source: sourceOf(entry),
    needsHint: !isKnown || (isWanting && entry.error !== undefined),
  }
}

function rowOf(row: QuotaRow, isKnown: boolean, told: string): PanelRow {
  const { label, percent, resets, age, binds, stale, fill, level } = row
  return {
    label,
    percent,
    resets,
    age: !isKnown ? `last seen ${age} ago` : age === told ? '' : `${stale ? 'as of ' : ''}${age} ago`,
    binds,
    stale,
    bar: isKnown ? { fill: barOf(fill * 100), level } : undefined,
  }
}

/** A bar is empty or full only where its number is. */
function barOf(percent: number): number {
  return percent <= 0 || percent >= 100 ? percent : Math.min(99, Math.max(1, Math.round(percent)))
}

function asOf(standing: QuotaStanding, age: string): string {
  if (standing !== 'lost' && standing !== 'stale') return ''
  return [standing === 'lost' ? 'companion lost' : '', age === '' ? '' : `as of ${age} ago`]
    .filter((part) => part !== '')
    .join(', ')
}

/** A companion that does not name the source to a person has a name for it all the same. */
function sourceOf({ source, what }: Entry): string {
  const name = what ?? source?.replaceAll('_', ' ') ?? ''
  return name === '' ? '' : `from ${plainLine(name, SOURCE_LIMIT)}`
}

/** As the rest of the page has it; who is not signed in hears of the companion by the status alone. */
function isCompanionLost({ connection, statusAt }: LiveState, { clock }: Moment): boolean {
  return connection.phase === 'signed-out' ? clock - statusAt >= LOST_AFTER : connection.phase === 'reconnecting'
}
