import type { Channel, Delivery } from '../channels/channel.js'
import { backOff, type Push } from '../core/notify.js'
import type { Clock } from './clock.js'
import type { Log } from './log.js'

/** Sends pushes through one channel, one at a time. */
export type Dispatch = {
  /** Sends a push once, after `ms`; tried again while its ask is open. */
  offer(push: Push, ms: number): void
  close(): void
}

const DEADLINE_MS = 5_000

type Pending = { push: Push; failures: number; isDue: boolean; cancel: () => void }

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

  /** Waits by a timer alone: a clock that is set holds nothing back. */
  function wait(entry: Pending, ms: number): void {
    entry.isDue = false
    entry.cancel = clock.setTimer(ms, () => {
      entry.isDue = true
      next()
    })
  }

  function drop({ push, cancel }: Pending): void {
    cancel()
    pending.delete(push.id)
  }

  function next(): void {
    if (isSending || isClosed) return
    for (const entry of pending.values()) if (!isOpen(entry.push)) drop(entry)
    for (const entry of pending.values()) {
      if (!entry.isDue) continue
      void attempt(entry)
      return
    }
  }

  async function attempt(entry: Pending): Promise<void> {
    isSending = true
    const delivery = await withinDeadline(entry.push)
    isSending = false
    if (isClosed) return
    if (delivery.ok) drop(entry)
    else {
      entry.failures += 1
      wait(entry, backOff(entry.failures))
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
    offer(push, ms) {
      if (isClosed || pending.has(push.id)) return
      const entry: Pending = { push, failures: 0, isDue: true, cancel: () => undefined }
      pending.set(push.id, entry)
      if (ms > 0) wait(entry, ms)
      else next()
    },
    close() {
      isClosed = true
      for (const { cancel } of pending.values()) cancel()
    },
  }
}
