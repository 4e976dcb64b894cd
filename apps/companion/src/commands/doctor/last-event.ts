import type { Provider } from '@codexbar/protocol/wire'
import { describeAge } from '@codexbar/protocol/words'
import type { Finding, Machine } from './check.js'
import { askHealth } from './health.js'

/** How long an agent may write its files without a hook before something is wrong (ms). */
const SILENCE = 5 * 60_000

/** Whether each agent's hooks were heard, and not long before it last worked. */
export async function checkLastEvents(machine: Machine): Promise<Finding[]> {
  const health = await askHealth(machine.companion)
  if (health === undefined) return [{ level: 'warn', line: 'When hooks were last heard is not known.' }]
  return health.last_event.map(({ name, at }) => {
    const ran = machine.hooks.agents.find((agent) => agent.name === name)?.lastRan
    return judge(name, at === null ? undefined : at * 1_000, ran, machine)
  })
}

function judge(
  name: Provider,
  heard: number | undefined,
  ran: number | undefined,
  { launcher, now }: Machine,
): Finding {
  const worked = ran === undefined ? '' : ` ${name} wrote its files ${describeAge(now() - ran)} ago.`
  if (heard === undefined) {
    return {
      level: 'warn',
      line: `${name} was never heard.${worked}`,
      todo: `Begin a new ${name} session; its hooks must be installed (${launcher} hooks status).`,
    }
  }
  const line = `${name} was heard ${describeAge(now() - heard)} ago`
  if (ran === undefined || ran - heard < SILENCE) return { level: 'ok', line }
  return {
    level: 'warn',
    line: `${line}, but${worked}`,
    todo: `Is its session older than its hooks? Begin a new one; see ${launcher} hooks status.`,
  }
}
