import type { Client, StatusAnswer } from '@codexbar/client'
import type { Failure } from '@codexbar/display'
import type { Clock } from './clock.js'
import { failureOf } from './failure.js'

/** How long to wait before the next ask (ms). */
const PAUSE = { seen: 2_000, hidden: 30_000, failed: 5_000 } as const

/**
 * Asks for the status until `signal` is aborted: on this machine the companion tells it to who is not signed in, too.
 * No answer is held: every tab would keep one of the browser's few connections to the companion for that.
 */
export async function pollStatus(options: {
  client: Pick<Client, 'status'>
  clock: Clock
  isSeen: () => boolean
  signal: AbortSignal
  hear: (answer: StatusAnswer) => void
  fail: (why: Failure) => void
}): Promise<void> {
  const { client, clock, isSeen, signal, hear, fail } = options
  let etag: string | undefined
  while (!signal.aborted) {
    try {
      const answer = await client.status({ signal, ...(etag === undefined ? {} : { etag }) })
      if (signal.aborted) return
      if (answer.changed) etag = answer.etag
      hear(answer)
      await pause(clock, isSeen() ? PAUSE.seen : PAUSE.hidden)
    } catch (error) {
      if (signal.aborted) return
      fail(failureOf(error))
      await pause(clock, isSeen() ? PAUSE.failed : PAUSE.hidden)
    }
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(ms, resolve))
}
