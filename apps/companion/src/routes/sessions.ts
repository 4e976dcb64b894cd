import type { SessionRecord, Sessions } from '@codexbar/protocol/wire'
import { listSessions } from '../core/sessions.js'
import type { Clock } from '../shell/clock.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /v1/sessions`: every session that is still believed, as the display would name and rank it. No words. */
export function sessionsRoute(clock: Clock, records: () => Iterable<SessionRecord>): Route {
  return {
    method: 'GET',
    path: '/v1/sessions',
    needs: 'read',
    handle() {
      const now = clock.now()
      const body: Sessions = { ok: true, now, sessions: listSessions(records(), now) }
      return answer(body)
    },
  }
}
