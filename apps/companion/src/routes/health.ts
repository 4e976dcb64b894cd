import { type Health, PROVIDERS, plainLine } from '@codexbar/protocol/wire'
import type { PerProvider } from '../core/per-provider.js'
import type { Clock } from '../shell/clock.js'
import type { Heard } from '../shell/state-file.js'
import { VERSION } from '../version.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** What this companion can do beyond the oldest one, by the names clients ask for. */
const CAPABILITIES = ['long-poll', 'sessions', 'events', 'tokens', 'quota']

/** `GET /health`: alive, which version, and when each agent was last heard of. */
export function healthRoute(clock: Clock, heard: Readonly<Partial<PerProvider<Heard>>>): Route {
  const startedAt = seconds(clock.now())
  return {
    method: 'GET',
    path: '/health',
    needs: 'open',
    handle() {
      const health: Health = {
        ok: true,
        name: 'codexbar',
        version: VERSION,
        started_at: startedAt,
        now: seconds(clock.now()),
        capabilities: CAPABILITIES,
        last_event: PROVIDERS.map((name) => {
          const last = heard[name]
          return {
            name,
            at: last === undefined ? null : seconds(last.at),
            event: last === undefined ? null : plainLine(last.event, 64),
          }
        }),
      }
      return answer(health)
    },
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
