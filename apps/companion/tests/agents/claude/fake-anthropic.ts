import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** How the service answers one call. */
export type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** The connection ends after so much of the body. */
  cutAt?: number
  /** Nothing is answered at all, or nothing after the head. */
  hangs?: 'at once' | 'after the head'
}

/** A service on this machine in Anthropic's place. */
export type FakeAnthropic = {
  /** Takes what is meant for Anthropic to the service; nothing else goes anywhere. */
  fetch: typeof globalThis.fetch
  /** What it was asked, in order. */
  calls: { path: string; method: string; headers: IncomingHttpHeaders }[]
  /** How it answers from now on. */
  answer: Answer
  /** How many connections are open that wait for an answer. */
  readonly open: number
}

const NAME = 'https://api.anthropic.com'

/** Returns a service that goes with the test. */
export async function fakeAnthropic(answer: Answer = {}): Promise<FakeAnthropic> {
  const calls: FakeAnthropic['calls'] = []
  let open = 0
  const server = createServer((request, response) => {
    calls.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers })
    open += 1
    response.on('close', () => {
      open -= 1
    })
    send(response, fake.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeAnthropic = {
    fetch(input, init) {
      const address = String(input instanceof Request ? input.url : input)
      if (!address.startsWith(`${NAME}/`)) return Promise.reject(new Error(`not meant to be called: ${address}`))
      return fetch(here + address.slice(NAME.length), init)
    },
    calls,
    answer,
    get open() {
      return open
    },
  }
  return fake
}

function send(response: ServerResponse, { status = 200, headers = {}, body = {}, cutAt, hangs }: Answer): void {
  if (hangs === 'at once') return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
  if (hangs === 'after the head') response.flushHeaders()
  else if (cutAt === undefined) response.end(text)
  else response.write(text.slice(0, cutAt), () => response.destroy())
}
