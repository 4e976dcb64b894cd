import { describeAge } from '@codexbar/protocol/words'
import type { Finding, Machine } from './check.js'
import { askHealth } from './health.js'

/** Clocks may differ by this much before anyone would notice (ms). */
const DRIFT = 5_000

/** Whether the companion and this terminal agree on the time: ages and limits depend on it. */
export async function checkClock({ companion, now }: Machine): Promise<Finding> {
  const before = now()
  const health = await askHealth(companion)
  if (health === undefined) return { level: 'warn', line: 'The clock was not compared: no companion answers.' }
  const middle = (before + now()) / 2
  const drift = Math.abs(health.now * 1_000 - middle)
  if (drift <= DRIFT) return { level: 'ok', line: 'The clocks agree' }
  return {
    level: 'warn',
    line: `The companion's clock differs by ${describeAge(drift)}.`,
    todo: 'Let both machines take their time from the network.',
  }
}
