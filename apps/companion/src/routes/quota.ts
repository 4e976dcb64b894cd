import type { Quota } from '../shell/quota.js'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /v1/quota`: what each source says of the quota, and how it stands. */
export function quotaRoute(quota: Quota): Route {
  return { method: 'GET', path: '/v1/quota', needs: 'read', handle: () => answer(quota.report()) }
}
