import type { Sessions, Status } from '@codexbar/protocol/wire'
import { truncateLabel } from '@codexbar/protocol/wire'
import { describeAge, describeState, describeWhole, type QuotaSummary, type SessionRow } from '@codexbar/protocol/words'
import { fill, GUTTER } from '../table.js'
import type { Line, Span } from '../tone.js'
import { type Column, type Layout, layOut } from './layout.js'
import { quotaLines } from './quota-line.js'
import { sessionRows } from './session-row.js'

/** What the view shows: the last answers, and since when (Unix ms) the companion does not answer any more. */
export type View = {
  sessions: Sessions
  status: Status
  quota: readonly QuotaSummary[]
  lostAt?: number | undefined
}

/** The sessions as rows: `now` is by the companion's clock, no line is wider than `width` terminal columns. */
export function renderSessions(sessions: Sessions, now: number, width: number, faint = false): Line[] {
  const rows = sessionRows(sessions.sessions, now)
  const layout = layOut(rows, width)
  return rows.map((row) => renderRow(row, layout, faint))
}

/**
 * The whole view in `width` columns and at most `height` lines: a headline, then the sessions, what needs the person
 * first, then the quota as far as the sessions leave room for it. Sessions that do not fit are counted.
 */
export function renderView(
  { sessions, status, quota, lostAt }: View,
  now: number,
  width: number,
  height: number,
): Line[] {
  const lost = lostAt !== undefined
  const headline: Span = lost
    ? { text: `Companion lost ${describeAge(now - lostAt)} ago. Trying again.`, tone: 'warn' }
    : { text: describeWhole(sessions, status), tone: 'strong' }
  const rows = renderSessions(sessions, now, width, lost)
  const room = Math.max(0, height - 2)
  const shown = rows.length <= room ? rows : rows.slice(0, Math.max(0, room - 1))
  const rest = rows.length - shown.length
  const lines: Line[] = [[{ ...headline, text: truncateLabel(headline.text, width) }], [], ...shown]
  if (rest > 0) lines.push([{ text: truncateLabel(`${rest} more`, width), tone: 'faint' }])
  else lines.push(...renderQuota(quota, width, height - lines.length, lost))
  return lines.slice(0, height)
}

/** The quota below the sessions, behind an empty line where there is room for all; else first that of whom it stops. */
function renderQuota(quota: readonly QuotaSummary[], width: number, room: number, faint: boolean): Line[] {
  if (quota.length < room) return quota.length === 0 ? [] : [[], ...quotaLines(quota, width, faint)]
  const shown = [...quota].sort((a, b) => Number(b.blocked) - Number(a.blocked)).slice(0, Math.max(0, room))
  return quotaLines(shown, width, faint)
}

function renderRow(row: SessionRow, layout: Layout, faint: boolean): Line {
  const spans: Span[] = []
  for (const [column, width] of layout) {
    if (spans.length > 0) spans.push({ text: GUTTER })
    spans.push({ text: cell(row, column, width), tone: faint ? 'faint' : toneOf(row, column) })
  }
  return spans
}

function cell(row: SessionRow, column: Column, width: number): string {
  if (column === 'state') return fill(describeState(row.state), width, 'left')
  return fill(row[column], width, column === 'age' ? 'right' : 'left')
}

function toneOf({ state }: SessionRow, column: Column): NonNullable<Span['tone']> {
  if (column === 'state') return state
  if (column === 'project') return state === 'needs_user' ? 'strong' : state === 'idle' ? 'faint' : 'plain'
  return column === 'phrase' && state !== 'idle' ? 'plain' : 'faint'
}
