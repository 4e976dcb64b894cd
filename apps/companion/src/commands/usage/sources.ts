import { plainLine, type QuotaReading, type QuotaReport, type QuotaSourceReport } from '@codexbar/protocol/wire'
import { type QuotaStyle, quotaRow } from '@codexbar/protocol/words'
import { clip } from '../clip.js'
import { LINE_LIMIT } from '../command.js'
import { adviceFor, type Ground } from '../quota/advice.js'
import { describeStanding, nameOfSource } from '../quota/describe-source.js'
import { layTable, type TableColumn } from '../table.js'
import type { Line, Span } from '../tone.js'
import { wrap } from '../wrap.js'
import { headed } from './heading.js'

const INDENT = '  '
const ARROW = '-> '

/** Label, figure, reset, age, why it does not count. */
const COLUMNS: readonly TableColumn[] = [
  { align: 'left', givesWay: 0 },
  { align: 'right', givesWay: 0 },
  { align: 'left', givesWay: 1 },
  { align: 'left', givesWay: 3 },
  { align: 'left', givesWay: 2 },
]

/** Returns each of `sources` with how it stands, what to do about that, and its readings. */
export function renderSources(
  sources: readonly QuotaSourceReport[],
  report: QuotaReport,
  style: QuotaStyle,
  ground: Ground,
  width: number,
): Line[] {
  const readings = sources.map(({ provider, source }) =>
    report.readings.filter((reading) => reading.provider === provider && reading.source === source),
  )
  const cells = readings.flat().map((reading) => cellsOf(reading, style))
  // One table, so that the columns of all sources are below each other.
  const table = layTable(cells, COLUMNS, width, INDENT.repeat(2))
  return sources.flatMap((source, at) => [
    ...headed(
      { text: INDENT + nameOfSource(source.source, report) },
      [{ text: describeStanding(source, report.now), tone: 'faint' }],
      width,
    ),
    ...adviceLines(adviceFor(source, ground), width),
    ...table.splice(0, readings[at]?.length ?? 0),
  ])
}

function cellsOf(reading: QuotaReading, style: QuotaStyle): Span[] {
  const row = quotaRow(reading, reading.age_sec, style)
  const tone = reading.shown ? 'plain' : 'faint'
  const why = [reading.why === undefined ? '' : plainLine(reading.why, LINE_LIMIT), row.stale ? 'old' : '']
  return [
    { text: row.label, tone },
    { text: row.percent, tone },
    { text: row.resets, tone: 'faint' },
    { text: `${row.age} ago`, tone: 'faint' },
    { text: why.filter((part) => part !== '').join(', '), tone: 'faint' },
  ]
}

function adviceLines(advice: string | undefined, width: number): Line[] {
  if (advice === undefined) return []
  const [first = '', ...rest] = wrap(advice, width - INDENT.length * 2 - ARROW.length)
  return [ARROW + first, ...rest.map((text) => ' '.repeat(ARROW.length) + text)].map((text) =>
    clip([{ text: INDENT.repeat(2) + text, tone: 'faint' }], width),
  )
}
