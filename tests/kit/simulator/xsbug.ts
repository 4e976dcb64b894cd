import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What a debug build says: its traces, what it threw (also what it caught), and its instruments once a second. */
export type Xsbug = {
  port: number
  traces: string[]
  exceptions: string[]
  /** What each instrument showed, oldest first. */
  samples: Record<string, number>[]
  close(): void
}

/** How XS begins a line of its own that says that something went wrong (xs/sources/xsDebug.c, xsMemory.c, xsAPI.c). */
const FAULT = /^# (?:Exception|Error): |^# \w+ allocation: .*failed|^stack overflow|^XS abort/

/**
 * What XS says of a throw of its own that is caught: by JSON.parse, and for bytes that are no UTF-8. One that nobody
 * catches ends the program, and says so.
 */
export const CAUGHT = /^# Exception: throw!$/

/**
 * Listens as the SDK's debugger does, and lets the program go on whatever happens. A message is
 * `\r\n<xsbug>...</xsbug>\r\n`; the program waits for `<go/>` after `login` and after `break`.
 */
export async function listenAsXsbug(): Promise<Xsbug> {
  const heard = { traces: [] as string[], exceptions: [] as string[], samples: [] as Record<string, number>[] }
  const sockets = new Set<Socket>()
  let names: string[] = []

  const hear = (socket: Socket, message: string) => {
    const go = () => socket.write('\r\n<go/>\r\n')
    if (message.includes('<login ')) go()
    if (message.includes('<break')) {
      heard.exceptions.push(textOf(message))
      go()
    }
    if (message.includes('<instruments>'))
      names = [...message.matchAll(/<instrument name="([^"]*)"/g)].map(([, name]) => name ?? '')
    for (const [, list = ''] of message.matchAll(/<samples>([^<]*)<\/samples>/g)) {
      const values = list.split(',').map(Number)
      heard.samples.push(Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0])))
    }
    for (const [, list = ''] of message.matchAll(/<log[^>]*>([^<]*)<\/log>/g)) {
      const text = unescaped(list)
      if (FAULT.test(text)) heard.exceptions.push(text)
      else heard.traces.push(text)
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.on('data', (chunk: string) => {
      const messages = (rest + chunk).split('</xsbug>')
      rest = messages.pop() ?? ''
      for (const message of messages) hear(socket, message)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  return {
    ...heard,
    port: address.port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function textOf(message: string): string {
  return unescaped(/<break[^>]*>([^<]*)/.exec(message)?.[1] ?? message)
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()
}
