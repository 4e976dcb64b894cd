import { ReportSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { refusalOf } from '../core/refusal.js'
import type { Intake } from '../shell/intake.js'
import { intakeAnswer } from './answer.js'
import type { IntakeRoute } from './route.js'

const FIRST_ISSUE = { abortEarly: true } as const

/** `POST /attention`: one event of one session, in the words both agents share. */
export function attentionRoute(intake: Intake): IntakeRoute {
  return {
    path: '/attention',
    needs: 'report',
    limit: 256 * 1024,
    take(json, { isLocal }) {
      const result = v.safeParse(ReportSchema, withoutNulls(json), FIRST_ISSUE)
      return intakeAnswer(result.success ? intake.take(result.output, isLocal) : refusalOf(result.issues[0]))
    },
  }
}

/** A key that is null says nothing, as one that is missing. */
function withoutNulls(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !Object.values(json).includes(null)) return json
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
}
