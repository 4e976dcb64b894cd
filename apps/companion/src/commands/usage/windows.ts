import { bindingWindow, type QuotaReport, type Usage } from '@codexbar/protocol/wire'
import type { QuotaRow, QuotaSummary } from '@codexbar/protocol/words'
import { levelTone } from '../level-tone.js'
import { nameOfSource } from '../quota-advice/describe-source.js'
import { layTable, type TableColumn } from '../table.js'
import type { Line, Span } from '../tone.js'
import { drawBar } from './bar.js'
import { headed } from './heading.js'

const BAR_WIDTH = 16

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

/** One provider's quota as it is shown, and the same in words. */
export type Shown = { entry: Usage['providers'][number]; summary: QuotaSummary }

/** Returns the lines of each provider's quota as it is shown, with the source that saw it last. */
export function renderWindows(shown: readonly Shown[], report: QuotaReport, width: number): Line[][] {
  const cells = shown.map(({ entry, summary }) => {
    const isHidden = isBoundByHidden(entry, report)
    return summary.rows.map((row) => cellsOf({ ...row, binds: row.binds && !isHidden }))
  })
  // One table, so that the columns of all providers are below each other.
  const table = layTable(cells.flat(), COLUMNS, width, '')
  return shown.map(({ entry: { source }, summary }, at) => {
    const from = source === null ? '' : nameOfSource(source, report)
    return [...headOf(summary, from, width), ...table.splice(0, cells[at]?.length ?? 0)]
  })
}

/** Whether what stops the person first is a window of all models that the settings hide. */
function isBoundByHidden({ name, windows }: Shown['entry'], { readings }: QuotaReport): boolean {
  const hidden = readings.filter(
    ({ provider, why, scope }) => provider === name && why === 'hidden' && scope === undefined,
  )
  const binding = bindingWindow([...windows, ...hidden])
  return binding !== undefined && !windows.includes(binding)
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
  const tone = row.stale ? 'faint' : levelTone(row.level, row.binds)
  const remark = [row.binds ? 'stops you first' : '', row.stale ? 'stale' : ''].filter((part) => part !== '').join(', ')
  return [
    { text: `${row.binds ? MARK : ' '} ${row.label}`, tone: row.binds ? 'strong' : 'plain' },
    { text: row.percent, tone },
    { text: drawBar(row.fill, BAR_WIDTH), tone },
    { text: row.resets, tone: row.binds ? 'plain' : 'faint' },
    { text: `${row.age} ago`, tone: row.stale ? 'warn' : 'faint' },
    { text: remark, tone: row.stale ? 'warn' : 'faint' },
  ]
}
