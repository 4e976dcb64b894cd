import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server says to each path, as the bytes on the wire; `undefined` says nothing and holds the connection. */
export type Lie = (path: string) => { bytes: string; close?: boolean } | undefined

/** A server whose answers are whatever `lie` says at the moment, and how many connections it has. */
export type LyingServer = { port: number; lie: Lie; asked: string[]; connections(): number }

/** Starts a server that says what it is told, right or wrong. */
export async function startLyingServer(lie: Lie): Promise<LyingServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let head = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      head += chunk
      if (!head.includes('\r\n\r\n')) return
      const path = head.split(' ')[1] ?? '/'
      head = ''
      liar.asked.push(path)
      const said = liar.lie(path)
      if (said === undefined) return
      socket.write(said.bytes)
      if (said.close ?? true) socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  const liar: LyingServer = { port: address.port, lie, asked: [], connections: () => sockets.size }
  return liar
}

/** Returns a good answer. */
export function answering(body: unknown, headers: Record<string, string> = {}): { bytes: string } {
  const text = JSON.stringify(body)
  return { bytes: `${headOf(200, { 'content-length': String(Buffer.byteLength(text)), ...headers })}${text}` }
}

/** Returns the head of an answer, up to and with the empty line. */
export function headOf(status: number, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n`
}
