import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  return address.port
}
