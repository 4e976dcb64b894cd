import type { ServerResponse } from 'node:http'

/** Server-sent events whose data carries the event's own name in `type`, as both vendors do. */
export const eventStream = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return {
    send: (type: string, fields: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`),
    end: () => response.end(),
    get closed() {
      return response.destroyed || response.writableEnded
    },
  }
}

export type EventStream = ReturnType<typeof eventStream>

/** Calls `beat` every 100 ms for `ms`, or until the client hangs up. */
export const trickle = async (stream: EventStream, ms: number, beat: () => void): Promise<void> => {
  for (let spent = 0; spent < ms && !stream.closed; spent += 100) {
    beat()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
