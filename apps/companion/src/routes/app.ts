import { Hono } from 'hono'
import type { Rules } from '../core/access.js'
import type { Keys } from '../shell/keys.js'
import type { Log } from '../shell/log.js'
import { describeFailure, INTERNAL, NOT_FOUND, refused } from './answer.js'
import { takeBody } from './body.js'
import { guard } from './guard.js'
import type { Env, IntakeRoute, Route } from './route.js'

/** Returns the app of these routes, each behind the guard, with our own answers to what is missing or fails. */
export function createApp(deps: {
  rules: Rules
  keys: Keys
  log: Log
  intakes: readonly IntakeRoute[]
  routes: readonly Route[]
}): Hono<Env> {
  const { rules, keys, log } = deps
  const app = new Hono<Env>()
  for (const route of [...deps.intakes.map(asRoute), ...deps.routes]) {
    app.on(route.method, route.path, guard(rules, keys, route))
  }
  app.notFound(guard(rules, keys, { needs: 'open', handle: () => refused(NOT_FOUND) }))
  app.onError((error, c) => {
    // A client that hangs up while it is being read is no failure of ours.
    if (!c.req.raw.signal.aborted) log.error(describeFailure(c.req.method, c.req.path, error))
    return refused(INTERNAL)
  })
  return app
}

function asRoute(route: IntakeRoute): Route {
  const { path, needs } = route
  return {
    method: 'POST',
    path,
    needs,
    async handle(c, visitor) {
      const { status, body, headers } = await takeBody(c, visitor, route)
      return new Response(body, { status, headers })
    },
  }
}
