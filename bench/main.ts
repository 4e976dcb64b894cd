import { parseArgs } from 'node:util'
import type { Figure, Row } from './figure.js'
import { hookCost } from './hook-cost.js'
import { ingestion } from './ingestion.js'
import { longPoll } from './long-poll.js'
import { memory } from './memory.js'
import { sessionCount } from './session-count.js'
import { startUp } from './start-up.js'

/** Every figure the project claims. A new figure is a new row. */
const FIGURES: readonly Figure[] = [startUp, ingestion, longPoll, sessionCount, hookCost, memory]

const { values, positionals } = parseArgs({
  options: { strict: { type: 'boolean', default: false } },
  allowPositionals: true,
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

let failed = 0
for (const figure of FIGURES) {
  if (positionals.length > 0 && !positionals.includes(figure.id)) continue
  console.log(`\n${figure.id}: ${figure.title}`)
  const rows = await figure.measure()
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const row of rows) console.log(`  ${describe(row, width)}`)
  failed += rows.filter(({ pass }) => pass === false).length
}
console.log(failed === 0 ? '\nEverything that is demanded holds.' : `\n${failed} demands do not hold.`)
if (values.strict && failed > 0) process.exitCode = 1

function describe({ name, value, unit, pass, note }: Row, width: number): string {
  const verdict = pass === undefined ? '    ' : pass ? 'PASS' : 'FAIL'
  const figure = value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1)
  return `${name.padEnd(width)}  ${figure.padStart(8)} ${unit.padEnd(7)} ${verdict}  ${note ?? ''}`.trimEnd()
}
