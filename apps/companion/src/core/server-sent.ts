import type { EventName } from '@codexbar/protocol/wire'

/** How long a client waits before it connects again (ms). */
const RETRY_MS = 1_000

/** What a stream begins with. */
export const PREAMBLE = `retry: ${RETRY_MS}\n\n`

/** What says, on a stream without news, that it still stands. */
export const HEARTBEAT = ':\n\n'

/** Returns an event as a stream carries it. `data` is one line of JSON. */
export function serverSent(id: string, event: EventName, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}
