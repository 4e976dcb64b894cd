import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** How the made-up ChatGPT answers. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server of the loopback in the place of ChatGPT's; it answers as it is told last, and goes with the test. */
export async function fakeChatGpt(first: Answer) {
  const requests: { method: string; url: string; headers: Record<string, string | string[] | undefined> }[] = []
  let answer = first
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/backend-api`,
    requests,
    set: (next: Answer) => {
      answer = next
    },
  }
}

/** Answers with a body, as JSON unless told otherwise. */
export function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
