import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { admit, type Rules } from '../core/access.js'
import type { Log } from '../shell/log.js'
import { describeFailure, INTERNAL, intakeAnswer } from './answer.js'
import { takeText, textOf } from './body.js'
import type { Answer, IntakeRoute, Visitor } from './route.js'

/**
 * Returns a listener that takes the plain report, of a declared size and from someone who is let in, straight off the
 * connection: reports are nearly all of the traffic, and the request and response objects of the app cost more than
 * what is done with a report. Everything else, every refusal of entry too, goes on to `app`.
 */
export function shortWay(
  routes: readonly IntakeRoute[],
  rules: Rules,
  log: Log,
  app: RequestListener,
): RequestListener {
  const byPath = new Map(routes.map((route) => [route.path, route]))
  return (incoming, outgoing) => {
    const route = incoming.method === 'POST' ? byPath.get(incoming.url ?? '') : undefined
    const visitor = route === undefined ? undefined : visitorOf(incoming, rules, route)
    if (route === undefined || visitor === undefined) app(incoming, outgoing)
    else readText(incoming, (text) => send(outgoing, answerTo(text, visitor, route, log)))
  }
}

function visitorOf(
  { headers, socket }: IncomingMessage,
  rules: Rules,
  { needs, limit }: IntakeRoute,
): Visitor | undefined {
  const { host } = headers
  const size = Number(headers['content-length'])
  if (host === undefined || !(size <= limit)) return undefined
  const caller = admit({ method: 'POST', peer: socket.remoteAddress ?? '', host, headers }, rules, needs)
  return 'error' in caller ? undefined : { isLocal: caller.isLocal, headers }
}

/** A client that hangs up before the end is not heard of again. */
function readText(incoming: IncomingMessage, then: (text: string) => void): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => then(textOf(chunks)))
  incoming.on('error', () => undefined)
}

function answerTo(text: string, visitor: Visitor, route: IntakeRoute, log: Log): Answer {
  try {
    return takeText(text, visitor, route)
  } catch (error) {
    log.error(describeFailure('POST', route.path, error as Error))
    return intakeAnswer(INTERNAL)
  }
}

function send(outgoing: ServerResponse, { status, body, headers }: Answer): void {
  outgoing.writeHead(status, headers).end(body)
}
