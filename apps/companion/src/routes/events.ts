import type { Streams } from '../shell/streams.js'
import type { Route } from './route.js'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // Asks proxies not to hold events back.
  'x-accel-buffering': 'no',
} as const

/**
 * `GET /v1/events`: what changes, as it does. It goes on after the event that `Last-Event-ID` names, or
 * `?last_event_id=` where a client cannot set the header; where that is not known it begins with what is shown.
 */
export function eventsRoute(streams: Streams): Route {
  return {
    method: 'GET',
    path: '/v1/events',
    needs: 'read',
    handle(c, { headers, bearer }) {
      if (c.req.method === 'HEAD') return new Response(null, { headers: HEADERS })
      const header = headers['last-event-id']
      const lastId = typeof header === 'string' ? header : c.req.query('last_event_id')
      const { signal } = c.req.raw
      const signals = bearer?.revoked === undefined ? [signal] : [signal, bearer.revoked]
      return new Response(streams.open(lastId, signals), { headers: HEADERS })
    },
  }
}
