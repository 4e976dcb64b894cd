import type { Addresses } from '@codexbar/protocol/wire'
import { answer } from './answer.js'
import type { Route } from './route.js'

/** `GET /v1/addresses`: where other machines reach the companion; the address that people use is the first. */
export function addressesRoute(baseUrl: string | undefined, urls: () => readonly string[]): Route {
  return {
    method: 'GET',
    path: '/v1/addresses',
    needs: 'read',
    handle() {
      const base = baseUrl === undefined ? [] : [baseUrl.replace(/\/+$/, '')]
      const body: Addresses = { ok: true, addresses: [...base, ...urls()] }
      return answer(body)
    },
  }
}
