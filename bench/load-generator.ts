import { connect, type Socket } from 'node:net'

/** A load: `connections` sockets, each sending the next of `bodies` when the last was answered, for a time or a count. */
export type Load = { port: number; connections: number; bodies: readonly string[]; seconds?: number; count?: number }

/** What a load came to. `busy` is the share of one core that generating it took: near 1, the generator is measured. */
export type LoadResult = { rate: number; p50: number; p99: number; busy: number }

/** Loads a server until the time or the count is used up. */
async function load({
  port,
  connections,
  bodies,
  seconds = 60,
  count = Number.POSITIVE_INFINITY,
}: Load): Promise<LoadResult> {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST /attention HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  )
  const latencies: number[] = []
  let sent = 0
  const cpu = process.cpuUsage()
  const began = performance.now()
  const deadline = began + seconds * 1_000
  const next = (): Buffer | undefined => {
    if (sent >= count || performance.now() >= deadline) return undefined
    sent += 1
    return requests[sent % requests.length]
  }
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, latencies)))
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0
  return { rate: (latencies.length / took) * 1_000, p50: at(0.5), p99: at(0.99), busy: (user + system) / 1_000 / took }
}

/** One socket: asks, waits for the whole answer, asks again. */
function converse(port: number, next: () => Buffer | undefined, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let expected = 0
    let received = 0
    let asked = 0
    const ask = (): void => {
      const request = next()
      if (request === undefined) return void socket.end(resolve)
      received = 0
      asked = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      if (received === 0) expected = answerLength(chunk, socket)
      received += chunk.length
      if (received < expected) return
      latencies.push(performance.now() - asked)
      ask()
    })
  })
}

/** How many bytes the answer that begins with `chunk` has. Anything but a success ends the socket. */
function answerLength(chunk: Buffer, socket: Socket): number {
  const head = chunk.toString('latin1')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
    socket.destroy(new Error(`The server answered: ${head.slice(0, 200)}`))
    return 0
  }
  return head.indexOf('\r\n\r\n') + 4 + Number(length)
}

process.on('message', (wish: Load) => {
  load(wish).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
