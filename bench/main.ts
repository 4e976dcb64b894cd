import { cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eventToPixel } from './event-to-pixel.js'
import type { Figure, Row } from './figure.js'
import { frames } from './frames.js'
import { hookCost } from './hook-cost.js'
import { ingestion } from './ingestion.js'
import { longPoll } from './long-poll.js'
import { memory } from './memory.js'
import { sessionCount } from './session-count.js'
import { startUp } from './start-up.js'
import { usage } from './usage.js'

/** Every figure the project claims. A new figure is a new row. */
const FIGURES: readonly Figure[] = [
  startUp,
  ingestion,
  longPoll,
  sessionCount,
  hookCost,
  usage,
  memory,
  frames,
  eventToPixel,
]

/** How long a figure may take (ms). */
const DEADLINE = 4 * 60_000

const USAGE = `Usage: pnpm bench [FIGURE ...] [--strict]

Measures every figure, or those that are named.

  --strict  end with 1 when a demand does not hold
  --help    this text

Figures:
${FIGURES.map(({ id, title }) => `  ${id}: ${title}`).join('\n')}`

const call = readCall(process.argv.slice(2))
if ('end' in call) {
  console[call.end === 0 ? 'log' : 'error'](call.says)
  process.exit(call.end)
}
const { strict, figures } = call

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

console.log(describeMachine())
let failed = 0
for (const figure of figures) {
  console.log(`\n${figure.id}: ${figure.title}`)
  const rows = await within(DEADLINE, figure)
  if (rows === undefined) {
    console.log(`  FAIL  did not end within ${DEADLINE / 60_000} min`)
    failed += 1
    continue
  }
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const row of rows) console.log(`  ${describe(row, width)}`)
  failed += rows.filter((row) => 'pass' in row && row.pass === false).length
}
console.log(`\n${verdictOf(failed)}`)
// A figure that was given up may still hold something open.
process.exit(strict && failed > 0 ? 1 : 0)

/** Returns what to measure, or what to say instead and the code to end with. */
function readCall(args: string[]): { strict: boolean; figures: readonly Figure[] } | { end: 0 | 1; says: string } {
  const options = { strict: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help === true) return { end: 0, says: USAGE }
    const unknown = positionals.find((name) => FIGURES.every(({ id }) => id !== name))
    if (unknown !== undefined) {
      const known = FIGURES.map(({ id }) => id).join(', ')
      return { end: 1, says: `There is no figure "${unknown}". There are: ${known}.` }
    }
    const isNamed = ({ id }: Figure): boolean => positionals.length === 0 || positionals.includes(id)
    return { strict: values.strict, figures: FIGURES.filter(isNamed) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { end: 1, says: `${error.message.split('. ')[0]}\n\n${USAGE}` }
  }
}

function verdictOf(failed: number): string {
  if (failed === 0) return 'Everything that is demanded holds.'
  return failed === 1 ? '1 demand does not hold.' : `${failed} demands do not hold.`
}

/** Resolves to the rows of a figure, or to nothing when they take longer than `limit` (ms). */
async function within(limit: number, { measure }: Figure): Promise<Row[] | undefined> {
  const ending = new AbortController()
  try {
    return await Promise.race([measure(), setTimeout(limit, undefined, { signal: ending.signal })])
  } finally {
    ending.abort()
  }
}

/** What else the machine does weighs on every figure: on a busy one only the ratios say something. */
function describeMachine(): string {
  const load = loadavg().map((value) => value.toFixed(1))
  return `Node ${process.versions.node}, ${cpus().length} cores, load average ${load.join(' ')} at the start`
}

function describe(row: Row, width: number): string {
  if ('skipped' in row) return `${row.name.padEnd(width)}  skipped: ${row.skipped}`
  const { name, value, unit, floor, pass, note } = row
  const verdict = pass === undefined ? '    ' : pass ? 'PASS' : 'FAIL'
  const ratio = floor === undefined ? '' : `${(value / floor).toFixed(2)} x ${round(floor)}`
  const figure = `${round(value).padStart(8)} ${unit.padEnd(7)} ${ratio.padEnd(16)}`
  return `${name.padEnd(width)}  ${figure} ${verdict}  ${note ?? ''}`.trimEnd()
}

function round(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1)
}
