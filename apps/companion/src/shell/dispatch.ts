import type { Channel, Delivery } from '../channels/channel.js'
import { backOff, type Push } from '../core/notify.js'
import type { Clock } from './clock.js'
import type { Log } from './log.js'

/** Sends pushes through one channel, one at a time. */
export type Dispatch = {
  /** Sends a push at `at` (Unix ms), once; tried again while its ask is open. */
  offer(push: Push, at: number): void
  close(): void
}

const DEADLINE_MS = 5_000

type Pending = { push: Push; dueAt: number; failures: number }

/** Returns the worker of a channel. `isOpen` says whether a push is still about something. */
export function createDispatch(deps: {
  channel: Channel
  clock: Clock
  log: Log
  isOpen: (push: Push) => boolean
}): Dispatch {
  const { channel, clock, log, isOpen } = deps
  const pending = new Map<string, Pending>()
  let isSending = false
  let isFailing = false
  let isClosed = false
  let cancel: (() => void) | undefined

  function next(): void {
    cancel?.()
    cancel = undefined
    if (isSending || isClosed) return
    for (const [id, { push }] of pending) if (!isOpen(push)) pending.delete(id)
    const due = [...pending.values()].sort((a, b) => a.dueAt - b.dueAt)[0]
    if (due === undefined) return
    const wait = due.dueAt - clock.now()
    if (wait > 0) cancel = clock.setTimer(wait, next)
    else void attempt(due)
  }

  async function attempt(entry: Pending): Promise<void> {
    isSending = true
    const delivery = await withinDeadline(entry.push)
    isSending = false
    if (isClosed) return
    if (delivery.ok) pending.delete(entry.push.id)
    else {
      entry.failures += 1
      entry.dueAt = clock.now() + backOff(entry.failures)
    }
    say(delivery)
    next()
  }

  /** Settles at the deadline whatever the channel does. */
  function withinDeadline(push: Push): Promise<Delivery> {
    const abort = new AbortController()
    return new Promise((resolve) => {
      const cancelDeadline = clock.setTimer(DEADLINE_MS, () => {
        abort.abort()
        resolve({ ok: false, problem: `no answer within ${DEADLINE_MS / 1000} s` })
      })
      const settle = (delivery: Delivery) => {
        cancelDeadline()
        resolve(delivery)
      }
      channel.send(push, abort.signal).then(settle, () => settle({ ok: false, problem: 'failed' }))
    })
  }

  /** A channel that fails is mentioned once until it works again. */
  function say(delivery: Delivery): void {
    if (delivery.ok === isFailing) {
      isFailing = !delivery.ok
      if (delivery.ok) log.info(`${channel.name} works again`)
      else log.warn(`${channel.name} failed: ${delivery.problem}; it is tried again while the session waits`)
    }
  }

  return {
    offer(push, at) {
      if (isClosed || pending.has(push.id)) return
      pending.set(push.id, { push, dueAt: at, failures: 0 })
      next()
    },
    close() {
      isClosed = true
      cancel?.()
    },
  }
}
