import type { QuotaReading, QuotaReport, QuotaSourceReport, Usage } from '@codexbar/protocol/wire'
import { describeWithheld, quotaRow } from '@codexbar/protocol/words'
import { clip } from '../clip.js'
import { adviceFor, type Ground, howToUse } from '../quota-advice/advice.js'
import { describeStanding, nameOfSource } from '../quota-advice/describe-source.js'
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

/**
 * Returns, for each provider of `usage`, the lines of its sources: how each stands, what to do about that, and those of
 * its readings that differ from what is shown. A source that would ask somebody and may not is left out.
 */
export function renderSources(usage: Usage, report: QuotaReport, ground: Ground, width: number): Line[][] {
  const sources = report.sources.filter((source) => !isOptIn(source))
  const readings = sources.map(({ provider, source }) =>
    report.readings.filter(
      (reading) => reading.provider === provider && reading.source === source && isNews(reading, usage),
    ),
  )
  // One table, so that the columns of all sources are below each other.
  const table = layTable(
    readings.flat().map((reading) => cellsOf(reading, usage)),
    COLUMNS,
    width,
    INDENT.repeat(2),
  )
  const blocks = sources.map((source, at) => [
    ...headed(
      { text: INDENT + nameOfSource(source.source, report) },
      [{ text: describeStanding(source, report.now), tone: 'faint' }],
      width,
    ),
    ...adviceLines(adviceFor(source, ground), width),
    ...table.splice(0, readings[at]?.length ?? 0),
  ])
  return usage.providers.map(({ name }) =>
    sources.flatMap(({ provider }, at) => (provider === name ? (blocks[at] ?? []) : [])),
  )
}

/** Returns the lines that name the sources that would ask somebody and may not, and how to switch one on. */
export function renderOptIns(report: QuotaReport, width: number): Line[] {
  const optIns = report.sources.filter(isOptIn)
  const [first] = optIns
  if (first === undefined) return []
  const them = optIns.length === 1 ? 'it' : 'them'
  const names = optIns.map(({ source }) => nameOfSource(source, report)).join(', ')
  return wrap(
    `Switched off, as nobody asked for ${them}: ${names}. ${howToUse(optIns.map(({ source }) => source))}`,
    width,
  ).map((text): Line => clip([{ text, tone: 'faint' }], width))
}

function isOptIn({ asks, enabled }: QuotaSourceReport): boolean {
  return asks && !enabled
}

/** Whether a reading says what is not said above: another figure, or that its source speaks for one window only. */
function isNews(reading: QuotaReading, { providers, ...style }: Usage): boolean {
  const entry = providers.find(({ name }) => name === reading.provider)
  const shown = entry?.windows.find(({ label }) => label === reading.label)
  if (shown === undefined) return true
  if (quotaRow(shown, 0, style).figure !== quotaRow(reading, 0, style).figure) return true
  return reading.shown ? reading.source !== entry?.source : reading.why !== 'older'
}

function cellsOf(reading: QuotaReading, style: Usage): Span[] {
  const row = quotaRow(reading, reading.age_sec, style)
  const tone = reading.shown ? 'plain' : 'faint'
  const why = [reading.why === undefined ? '' : describeWithheld(reading.why), row.stale ? 'stale' : '']
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
