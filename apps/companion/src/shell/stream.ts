/** One open answer that is written bit by bit. */
export type Stream = {
  body: ReadableStream<Uint8Array>
  readonly isOver: boolean
  /** Sends a text; a reader that does not keep up is let go instead. */
  send(text: string): void
  end(): void
}

/** How much may wait for a reader (bytes): more than that and it has stopped reading. */
const BACKLOG = 256 * 1024

const utf8 = new TextEncoder()

/** Returns a stream that ends with any of `signals`. `gone` is told once that it is over. */
export function createStream(signals: readonly AbortSignal[], gone: (stream: Stream) => void): Stream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOver = false

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel: settle,
    },
    { highWaterMark: BACKLOG, size: (chunk) => chunk.byteLength },
  )

  function settle(): void {
    if (isOver) return
    isOver = true
    for (const signal of signals) signal.removeEventListener('abort', end)
    gone(stream)
  }

  /** What waits is still read: the reader goes on after it by its last id. */
  function end(): void {
    if (isOver) return
    settle()
    controller?.close()
  }

  const stream: Stream = {
    body,
    get isOver() {
      return isOver
    },
    send(text) {
      if (isOver) return
      if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(utf8.encode(text))
      else end()
    },
    end,
  }
  for (const signal of signals) signal.addEventListener('abort', end)
  if (signals.some((signal) => signal.aborted)) end()
  return stream
}
