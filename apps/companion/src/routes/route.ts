import type { Refusal } from '@codexbar/protocol/wire'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Caller, Headers, Needs } from '../core/access.js'

/** The connection behind a request; absent where a request comes without one. */
export type Env = { Bindings: Partial<HttpBindings> }

/** Someone who was let in, with the headers of the request. */
export type Visitor = Caller & { headers: Headers }

/** One endpoint. Whoever comes to `handle` was let in. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  needs: Needs
  handle(c: Context<Env>, visitor: Visitor): Response | Promise<Response>
  /** Answers who is not let in, where that is no line of JSON. */
  refuse?(c: Context<Env>, refusal: Refusal): Response
}

/** What is answered to a report: a line of JSON, ready to be sent. */
export type Answer = { status: number; body: string; headers: Readonly<Record<string, string>> }

/** An endpoint that takes reports: `limit` is how many bytes one may have. */
export type IntakeRoute = {
  path: string
  needs: 'report'
  limit: number
  take(json: unknown, visitor: Visitor): Answer
}
