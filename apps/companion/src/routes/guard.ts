import type { Context } from 'hono'
import { type Approach, admit, type Caller, type Headers, type Rules } from '../core/access.js'
import type { Keys } from '../shell/keys.js'
import { refused } from './answer.js'
import type { Env, Route } from './route.js'

/** Returns a handler that lets in only whom the rules allow. It stands before every endpoint, the missing ones too. */
export function guard(
  rules: Rules,
  keys: Pick<Keys, 'refresh'>,
  { needs, handle, refuse = (_, refusal) => refused(refusal) }: Pick<Route, 'needs' | 'handle' | 'refuse'>,
): (c: Context<Env>) => Response | Promise<Response> {
  return (c) => {
    const headers = headersOf(c)
    const approach = approachOf(c, headers)
    const enter = (caller: Caller) => handle(c, { ...caller, headers })
    const caller = admit(approach, rules, needs)
    if (!('error' in caller)) return enter(caller)
    if (caller.error !== 'unauthorized' || headers.authorization === undefined) return refuse(c, caller)
    return keys.refresh().then(() => {
      const again = admit(approach, rules, needs)
      return 'error' in again ? refuse(c, again) : enter(again)
    })
  }
}

/** The connection's own header table where there is one: a look-up in it costs nothing. */
function headersOf(c: Context<Env>): Headers {
  return c.env?.incoming?.headers ?? Object.fromEntries(c.req.raw.headers)
}

function approachOf(c: Context<Env>, headers: Headers): Approach {
  const incoming = c.env?.incoming
  // A connection that is gone has no address: nobody is let in as local for want of one.
  const peer = incoming === undefined ? undefined : (incoming.socket.remoteAddress ?? '')
  const { host } = headers
  return {
    method: c.req.method,
    peer,
    host: typeof host === 'string' ? host : new URL(c.req.url).host,
    headers,
  }
}
