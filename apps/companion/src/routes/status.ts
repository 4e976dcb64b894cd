import { UNAUTHORIZED } from '../core/access.js'
import type { Board } from '../shell/board.js'
import type { Clock } from '../shell/clock.js'
import { JSON_HEADERS, refused } from './answer.js'
import { isNamed } from './entity-tag.js'
import type { Route } from './route.js'

const LONGEST_WAIT_S = 30

/**
 * `GET /status`: what is shown. With `If-None-Match` an unchanged answer is 304, and `?wait=SECONDS` holds it until
 * something changes; one that is held for a token that is revoked is refused. A 304 says `content-length: 0`: the device's HTTP client waits for a body otherwise.
 */
export function statusRoute(board: Board, clock: Clock): Route {
  return {
    method: 'GET',
    path: '/status',
    needs: 'open',
    handle(c, { headers, bearer }) {
      const sheet = board.read()
      if (!isNamed(headers['if-none-match'], sheet.etag)) return full()
      const wait = waitOf(c.req.query('wait'))
      if (wait === 0) return unchanged(sheet.etag)
      const { signal } = c.req.raw
      const revoked = bearer?.revoked
      const signals = revoked === undefined ? [signal] : [signal, revoked]
      return board.changed(sheet.etag, wait * 1000, signals).then(() => {
        if (revoked?.aborted === true) return refused(UNAUTHORIZED)
        const { etag } = board.read()
        return etag === sheet.etag ? unchanged(etag) : full()
      })
    },
  }

  function full(): Response {
    const { body, etag } = board.read()
    return new Response(body, { status: 200, headers: { ...JSON_HEADERS, etag, date: date() } })
  }

  function unchanged(etag: string): Response {
    const headers = { 'cache-control': 'no-store', 'content-length': '0', etag, date: date() }
    return new Response(null, { status: 304, headers })
  }

  function date(): string {
    return new Date(clock.now()).toUTCString()
  }
}

/** Returns the seconds to wait; what is no number of seconds means none. */
function waitOf(text: string | undefined): number {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return 0
  return Math.min(Number(text), LONGEST_WAIT_S)
}
