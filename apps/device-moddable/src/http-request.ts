import HTTPClient, { type Request } from 'embedded:network/http/client'
import type { Clock } from './clock.js'
import { type Guard, GuardedSocket } from './guarded-socket.js'

/** One GET. `deadline` is in milliseconds and counts from the look-up of the host's name. */
export type Get = {
  host: string
  port: number
  path: string
  token: string | undefined
  etag: string | undefined
  deadline: number
}

/** How a GET ended. Bytes that are no UTF-8 give an empty `text`. */
export type Answer =
  | { is: 'answer'; status: number; etag: string | undefined; text: string }
  | { is: 'failed'; why: 'unreachable' | 'timeout' | 'too_large' | 'cut_short' }

/** A GET that runs until it has answered or is closed. */
export type Running = { close(): void }

/**
 * The most bytes an answer's body may have. A `/status` has 2 KiB at most; while it is read a body is in memory three
 * times (pieces, joined, text), and the smallest board has 77 KiB for everything.
 */
const LARGEST_BODY = 16 * 1024
const LARGEST_HEAD = 4 * 1024

const NO_BODY: readonly number[] = Object.freeze([204, 304])

/**
 * Asks a companion and tells `done` exactly once how it ended; not at all after `close()`. Every request has a
 * connection of its own, because the SDK's client queues requests for ever behind one that gets no answer, and waits for
 * the body of a 304 until the server hangs up.
 */
export function httpGet(get: Get, clock: Clock, done: (answer: Answer) => void): Running {
  let over = false
  let status: number | undefined
  let etag: string | undefined
  let expected: number | 'unsaid' | 'chunked' = 'unsaid'
  let received = 0
  let pieces: ArrayBuffer[] = []
  let client: HTTPClient | undefined

  const close = () => {
    over = true
    deadline.cancel()
    pieces = []
    client?.close()
    client = undefined
  }
  const finish = (answer: Answer) => {
    if (over) return
    close()
    done(answer)
  }
  const answered = () =>
    finish(
      status === undefined
        ? { is: 'failed', why: 'unreachable' }
        : { is: 'answer', status, etag, text: textOf(pieces) },
    )
  /** The connection ended: the end of a body of no stated length, too early for all else. */
  const dropped = () => {
    if (status === undefined) finish({ is: 'failed', why: received > 0 ? 'cut_short' : 'unreachable' })
    else if (expected === 'unsaid') answered()
    else finish({ is: 'failed', why: 'cut_short' })
  }
  const deadline = clock.after(get.deadline, () => finish({ is: 'failed', why: 'timeout' }))

  const guard: Guard = {
    isOver: () => over,
    arrived(bytes) {
      if (status !== undefined) return
      received += bytes
      if (received > LARGEST_HEAD) finish({ is: 'failed', why: 'too_large' })
    },
  }
  try {
    client = new HTTPClient<{ guard: Guard }>({
      ...device.network.http,
      host: get.host,
      port: get.port,
      socket: { ...device.network.http.socket, io: GuardedSocket, guard },
      onError: dropped,
    })
    client.request({
      path: get.path,
      headers: headersOf(get),
      onHeaders(code, headers) {
        status = code
        etag = headers.get('etag')
        received = 0
        if (NO_BODY.includes(code)) return answered()
        if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') expected = 'chunked'
        else if (headers.has('content-length')) expected = lengthOf(headers.get('content-length'))
        if (Number.isNaN(expected)) finish({ is: 'failed', why: 'cut_short' })
        else if (typeof expected === 'number' && expected > LARGEST_BODY) finish({ is: 'failed', why: 'too_large' })
      },
      onReadable(this: Request, count) {
        received += count
        if (received > LARGEST_BODY) return finish({ is: 'failed', why: 'too_large' })
        const piece = this.read(count)
        if (piece !== undefined) pieces.push(piece)
      },
      onDone(error) {
        if (error) dropped()
        else answered()
      },
    })
  } catch {
    finish({ is: 'failed', why: 'unreachable' })
  }
  return { close: () => !over && close() }
}

function headersOf({ token, etag }: Get): Map<string, string> {
  const headers = new Map([
    ['connection', 'close'],
    ['accept', 'application/json'],
  ])
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (etag !== undefined) headers.set('if-none-match', etag)
  return headers
}

function lengthOf(text = ''): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function textOf([first, ...others]: readonly ArrayBuffer[]): string {
  if (first === undefined) return ''
  try {
    return String.fromArrayBuffer(first.concat(...others))
  } catch {
    return ''
  }
}
