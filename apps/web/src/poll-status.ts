import type { Client } from '@codexbar/client'
import type { DeskInput } from '@codexbar/display'
import type { Status } from '@codexbar/protocol/wire'
import type { Clock } from './clock.js'
import { failureOf } from './failure.js'

/** How long the companion may hold an answer (s). */
const HOLD = 25
/** How long a companion that fails is left alone (ms). */
const PAUSE = 5_000

/**
 * Asks for the status until `signal` is aborted, as a display does: on this machine the companion tells it to who is
 * not signed in, too.
 */
export async function pollStatus(options: {
  client: Pick<Client, 'status'>
  clock: Clock
  signal: AbortSignal
  hear: (status: Status) => void
  tell: (input: DeskInput) => void
}): Promise<void> {
  const { client, clock, signal, hear, tell } = options
  let etag: string | undefined
  while (!signal.aborted) {
    try {
      const answer = await client.status({ signal, ...(etag === undefined ? {} : { etag, wait: HOLD }) })
      if (signal.aborted) return
      if (!answer.changed) tell({ is: 'unchanged', from: 0 })
      else {
        etag = answer.etag
        hear(answer.status)
      }
      // Without a tag nothing is held, and asking again at once would never end.
      if (etag === undefined) await pause(clock, PAUSE)
    } catch (error) {
      if (signal.aborted) return
      tell({ is: 'failed', from: 0, why: failureOf(error) })
      await pause(clock, PAUSE)
    }
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(ms, resolve))
}
