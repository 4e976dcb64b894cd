import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMessages } from './messages-api.js'
import { answerResponses } from './responses-api.js'

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/**
 * One loopback server that both clients take for their vendor's API; `asked` counts the model requests, `addHeaders`
 * names what every answer from now on carries besides, such as the vendor's words about limits.
 */
export const startModelServer = async () => {
  let asked = 0
  let headers: Readonly<Record<string, string>> = {}
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const answer = async () => {
      if (request.method !== 'POST') return response.writeHead(404).end()
      const body = await readJson(request)
      asked += 1
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      if (path.startsWith('/v1/messages')) return answerMessages(response, path, body)
      if (path.startsWith('/v1/responses')) return answerResponses(response, body)
      return response.writeHead(404).end()
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    addHeaders: (more: Readonly<Record<string, string>>) => {
      headers = more
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
