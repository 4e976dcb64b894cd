import type { Agent } from '../agents/agent.js'
import { readOrigin } from '../agents/origin.js'
import type { Intake } from '../shell/intake.js'
import type { Quota } from '../shell/quota.js'
import { intakeAnswer } from './answer.js'
import type { IntakeRoute } from './route.js'

/** `POST /hooks/<agent>`: the raw payload of one of an agent's hooks, and what the hook's environment knows as headers. */
export function hookRoute(name: string, agent: Agent, intake: Intake, quota: Quota): IntakeRoute {
  return {
    path: `/hooks/${name}`,
    needs: 'report',
    limit: 16 * 1024 * 1024,
    take(json, { headers, isLocal }) {
      const origin = readOrigin((header) => {
        const value = headers[header]
        return typeof value === 'string' ? value : undefined
      })
      const reading = agent.read(json, origin)
      if ('refusal' in reading) return intakeAnswer(reading.refusal)
      if ('quota' in reading) return intakeAnswer({ ignored: !isLocal || !quota.hear(agent.provider, reading.quota) })
      return intakeAnswer('ignored' in reading ? reading : intake.take(reading.report, isLocal))
    },
  }
}
