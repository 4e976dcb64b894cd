import type { Usage } from '@codexbar/protocol/wire'
import type { Board } from '../shell/board.js'
import type { Quota } from '../shell/quota.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /usage`: what is shown, and the quota windows that are known. Nothing is looked at for it. */
export function usageRoute(board: Board, quota: Quota): Route {
  return {
    method: 'GET',
    path: '/usage',
    needs: 'open',
    handle() {
      const { status } = board.read()
      const providers = status.providers.map((shown) => ({ ...shown, ...quota.show(shown.name) }))
      const updated_at = Math.max(status.updated_at, ...providers.map(({ observed_at }) => observed_at ?? 0))
      const usage: Usage = { ok: true, updated_at, providers, ...quota.style }
      return answer(usage)
    },
  }
}
