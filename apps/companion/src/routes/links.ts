import type { Link } from '@codexbar/protocol/wire'
import type { Links } from '../shell/links.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `POST /v1/links`: makes a one-time link that lets a browser in. */
export function linksRoute(links: Links): Route {
  return {
    method: 'POST',
    path: '/v1/links',
    needs: 'admin',
    handle() {
      const { path, expiresAt } = links.make()
      const body: Link = { ok: true, path, expires_at: Math.floor(expiresAt / 1000) }
      return answer(body, 201)
    },
  }
}
