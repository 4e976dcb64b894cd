import { type Client, CompanionError, type StatusAnswer } from '@codexbar/client'
import type { Sessions, Status, Usage } from '@codexbar/protocol/wire'
import type { Connect } from '../companion-place.js'
import { pause } from '../pause.js'

/** How long the companion may hold an answer (s). */
const HOLD = 25

/** A session that the display does not show, and quota, may change without the status changing (ms). */
const REFRESH = 2_000

/** How long to wait before a lost companion is asked again (ms). */
const RETRY = 1_000

/** What was heard: everything, or that the companion was lost. */
export type News = { sessions: Sessions; status: Status; usage: Usage } | { lost: CompanionError }

/**
 * Tells `onNews` what the companion says, at once when the status changes, until `signal` is aborted. A lost companion
 * is asked again until it answers; `connect` is called for each try, since a new companion may have a new token.
 */
export async function follow(connect: Connect, signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await followOnce(connect(), signal, onNews)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CompanionError)) throw error
      onNews({ lost: error })
      await pause(RETRY, signal)
    }
  }
}

async function followOnce(client: Client, signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
  let known = await client.status({ signal })
  let held: Promise<StatusAnswer> | undefined
  const inner = new AbortController()
  const cancel = (): void => inner.abort(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    while (!signal.aborted && known.changed) {
      const [sessions, usage] = await Promise.all([client.sessions({ signal }), client.usage({ signal })])
      onNews({ status: known.status, sessions, usage })
      if (held === undefined && known.etag !== undefined) {
        held = client.status({ etag: known.etag, wait: HOLD, signal: inner.signal })
        held.catch(() => {})
      }
      const answer = await within(REFRESH, held)
      if (answer === undefined) continue
      if (answer.changed) known = answer
      held = undefined
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    inner.abort()
  }
}

/** Resolves to what `promise` does, or to nothing after `ms`. */
async function within<T>(ms: number, promise: Promise<T> | undefined): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      pause(ms, timer.signal).then(() => undefined),
      ...(promise === undefined ? [] : [promise]),
    ])
  } finally {
    timer.abort()
  }
}
