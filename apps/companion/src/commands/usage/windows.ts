import type { QuotaLevel, QuotaRow, QuotaSummary } from '@codexbar/protocol/words'
import { layTable, type TableColumn } from '../table.js'
import type { Line, Span, Tone } from '../tone.js'
import { drawBar } from './bar.js'
import { headed } from './heading.js'

const BAR_WIDTH = 16

/** How a bar and its figure are painted. */
const LEVEL_TONES: Readonly<Record<QuotaLevel, Tone>> = { calm: 'plain', high: 'warn', full: 'error' }

/** What a window is marked with when it is the one that stops the person first. */
const MARK = '▸'

/** Label behind its mark, figure, bar, reset, age, remark. */
const COLUMNS: readonly TableColumn[] = [
  { align: 'left', givesWay: 0 },
  { align: 'right', givesWay: 0 },
  { align: 'left', givesWay: 1 },
  { align: 'left', givesWay: 4 },
  { align: 'left', givesWay: 3 },
  { align: 'left', givesWay: 2 },
]

/** Returns a provider's quota as it is shown, newest seen by the source that is called `from` ('' for none). */
export function renderWindows(summary: QuotaSummary, from: string, width: number): Line[] {
  return [...headOf(summary, from, width), ...layTable(summary.rows.map(cellsOf), COLUMNS, width, '')]
}

function headOf({ provider, note, blocked, stale, age }: QuotaSummary, from: string, width: number): Line[] {
  const seen = age === '' ? '' : `${stale ? 'last seen' : 'seen'} ${age} ago${from === '' ? '' : ` by ${from}`}`
  return headed(
    { text: provider, tone: 'strong' },
    [
      { text: note, tone: blocked ? 'error' : 'warn' },
      { text: seen, tone: stale ? 'warn' : 'faint' },
    ],
    width,
  )
}

function cellsOf(row: QuotaRow): Span[] {
  const tone = row.stale ? 'faint' : LEVEL_TONES[row.level]
  const remark = [row.binds ? 'stops you first' : '', row.stale ? 'old' : ''].filter((part) => part !== '').join(', ')
  return [
    { text: `${row.binds ? MARK : ' '} ${row.label}`, tone: row.binds ? 'strong' : 'plain' },
    { text: row.percent, tone },
    { text: drawBar(row.fill, BAR_WIDTH), tone },
    { text: row.resets, tone: row.binds ? 'plain' : 'faint' },
    { text: `${row.age} ago`, tone: row.stale ? 'warn' : 'faint' },
    { text: remark, tone: row.stale ? 'warn' : 'faint' },
  ]
}
