import { expire, nameProjects, type SessionRecord, type Sessions, STATES } from '@codexbar/protocol/wire'
import type { Clock } from '../shell/clock.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /v1/sessions`: every session that is still believed, as the display would name and rank it. No words. */
export function sessionsRoute(clock: Clock, records: () => Iterable<SessionRecord>): Route {
  return {
    method: 'GET',
    path: '/v1/sessions',
    needs: 'admin',
    handle() {
      const now = clock.now()
      const live = [...records()].flatMap((record) => expire(record, now) ?? [])
      const nameOf = nameProjects(live)
      const sessions = live.map((record) => ({ ...record, project: nameOf(record) })).sort(byUrgency)
      const body: Sessions = { ok: true, now, sessions }
      return answer(body)
    },
  }
}

function byUrgency(a: SessionRecord, b: SessionRecord): number {
  return STATES[a.state].priority - STATES[b.state].priority || b.since - a.since
}
