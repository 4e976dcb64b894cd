import type { Usage } from '@codexbar/protocol/wire'
import type { Board } from '../shell/board.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /usage`: what is shown, and the quota windows that are known. */
export function usageRoute(board: Board): Route {
  return {
    method: 'GET',
    path: '/usage',
    needs: 'open',
    handle() {
      const { updated_at, providers } = board.read().status
      const unobserved = { windows: [], observed_at: null, age_sec: null, stale: false, source: null }
      const usage: Usage = { ok: true, updated_at, providers: providers.map((shown) => ({ ...shown, ...unobserved })) }
      return answer(usage)
    },
  }
}
