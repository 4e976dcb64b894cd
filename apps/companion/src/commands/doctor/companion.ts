import { RefusedError, UnreachableError, UnreadableError } from '@codexbar/client'
import { describeAge } from '../status/age.js'
import type { Finding, Machine } from './check.js'

/** Clocks may differ by this much before anyone would notice (ms). */
const DRIFT = 5_000

/** Whether a companion of this home answers. */
export async function checkCompanion({ client, url, now, launcher }: Machine): Promise<Finding> {
  try {
    const { version, started_at } = await client.health()
    await client.sessions()
    const up = describeAge(now() - started_at * 1_000)
    return { level: 'ok', line: `codexbar ${version} answers at ${url}, for ${up} now` }
  } catch (error) {
    if (error instanceof UnreachableError) {
      return { level: 'fail', line: `No companion answers at ${url}.`, todo: `${launcher} dev` }
    }
    if (error instanceof UnreadableError) {
      return {
        level: 'fail',
        line: `Something else answers at ${url}.`,
        todo: `Choose another port: CODEXBAR_PORT=4848 ${launcher} dev`,
      }
    }
    if (!(error instanceof RefusedError)) throw error
    return {
      level: 'fail',
      line: `The companion at ${url} does not take this home's token.`,
      todo: 'Set CODEXBAR_HOME to the folder that it runs on.',
    }
  }
}

/** Whether the companion and this terminal agree on the time: ages and limits depend on it. */
export async function checkClock({ client, now }: Machine): Promise<Finding> {
  const before = now()
  const health = await client.health().catch(() => undefined)
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
