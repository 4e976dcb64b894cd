import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { onTestFinished } from 'vitest'

/** What stands between a display and its companion: the address to ask, and the paths that were asked. */
export type Relay = { port: number; asked: string[]; answered: number[] }

/** How often a companion that cannot hold for less than a second is asked again. */
const EVERY = 40

/**
 * Starts a server that passes requests on to the companion at `port`. `rate` is how fast the display's clock runs: an
 * answer that is to be held for 25 s of that clock is held as much shorter here. `far` makes the requests come from
 * another machine, where every one needs a token.
 */
export async function startRelay(port: number, { rate = 1, far = false } = {}): Promise<Relay> {
  const asked: string[] = []
  const answered: number[] = []
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://relay')
    asked.push(url.pathname + url.search)
    const headers = { ...incoming.headers, ...(far ? { 'x-forwarded-for': '192.168.1.77' } : {}) }
    const wait = Number(url.searchParams.get('wait') ?? 0)
    if (rate !== 1) url.searchParams.delete('wait')
    const deadline = Date.now() + (rate === 1 ? 0 : (wait * 1_000) / rate)
    try {
      let answer = await pass(port, url.pathname + url.search, headers)
      while (answer.status === 304 && Date.now() < deadline && !outgoing.destroyed) {
        await new Promise((resolve) => setTimeout(resolve, EVERY))
        answer = await pass(port, url.pathname + url.search, headers)
      }
      answered.push(answer.status)
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  return { port: address.port, asked, answered }
}

type Passed = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

function pass(port: number, path: string, headers: Record<string, unknown>): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, headers: headers as Record<string, string>, agent: false },
      async (incoming) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk as Buffer)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}
