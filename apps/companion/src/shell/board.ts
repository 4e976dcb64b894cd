import { aggregate, PROVIDERS, type Provider, type SessionRecord, type Status } from '@codexbar/protocol/wire'
import { lastExpiry, nextExpiry } from '../core/expiry.js'
import { type PerProvider, perProvider } from '../core/per-provider.js'
import { fitStatus, showStatus } from '../core/status.js'
import type { Clock } from './clock.js'
import { contentTag } from './content-tag.js'
import type { Nightfall } from './nightfall.js'

/** What is shown, ready to be sent. The body and its tag change exactly when something visible does. */
export type Sheet = { status: Status; body: string; etag: string }

/** Keeps what is shown. Events only mark it; it is made when somebody looks. */
export type Board = {
  /** Something of `provider` that is shown changed. */
  mark(provider: Provider): void
  read(): Sheet
  /** Answers once what is shown no longer has `etag`, after `ms`, when a signal aborts or when the board closes. */
  changed(etag: string, ms: number, signals: readonly AbortSignal[]): Promise<void>
  close(): void
}

/** From this many sessions on, changes that come close together are looked at together. */
const MANY = 500
const TOGETHER_MS = 10

const NOTHING_SILENCED: ReadonlySet<string> = new Set()

type Waiter = { etag: string; done: () => void }

/** Returns a board that shows what `records` come to, with the `epochs` as they stand. */
export function createBoard(deps: {
  clock: Clock
  records: () => Iterable<SessionRecord>
  epochs: Readonly<PerProvider<number>>
  nightfall: Nightfall
}): Board {
  const { clock, records, epochs, nightfall } = deps
  const waiters = new Set<Waiter>()
  const markedAt = perProvider(() => 0)
  let full: Status | undefined
  let sheet: Sheet | undefined
  let stale = true
  let madeAt = 0
  let size = 0
  let borderAt = 0
  let dueAt = Number.POSITIVE_INFINITY
  let cancelLook: (() => void) | undefined
  let lookAt = Number.POSITIVE_INFINITY
  let closed = false

  function make(now: number): Sheet {
    const list = [...records()]
    const aged = lastExpiry(list, now)
    const changedAt = perProvider((provider) => {
      const at = Math.max(markedAt[provider], aged[provider] > madeAt ? aged[provider] : 0)
      return at === 0 ? now : Math.min(at, now)
    })
    const { ceiling, until } = nightfall(now)
    // Whoever looks late sees when it became night, not when it was looked.
    const since = borderAt === 0 ? now : Math.min(borderAt, now)
    const next = showStatus(full, aggregate(list, NOTHING_SILENCED, now), epochs, changedAt, { ceiling, since })
    if (next !== full || sheet === undefined) {
      const status = fitStatus(next)
      const body = JSON.stringify(status)
      sheet = { status, body, etag: contentTag(body) }
    }
    full = next
    stale = false
    madeAt = now
    size = list.length
    borderAt = until
    dueAt = Math.min(nextExpiry(list, now), until)
    for (const provider of PROVIDERS) markedAt[provider] = 0
    return sheet
  }

  function read(): Sheet {
    const now = clock.now()
    return sheet === undefined || stale || now >= dueAt ? make(now) : sheet
  }

  /** Looks for those who wait, and again when age alone will change something. */
  function look(): void {
    stopLooking()
    if (waiters.size === 0 || closed) return
    const { etag } = read()
    for (const waiter of waiters) if (waiter.etag !== etag) waiter.done()
    if (waiters.size > 0 && Number.isFinite(dueAt)) lookSoon(dueAt - clock.now())
  }

  function stopLooking(): void {
    cancelLook?.()
    cancelLook = undefined
    lookAt = Number.POSITIVE_INFINITY
  }

  function lookSoon(ms: number): void {
    const at = clock.now() + ms
    if (at >= lookAt) return
    cancelLook?.()
    lookAt = at
    cancelLook = clock.setTimer(Math.max(0, ms), look)
  }

  return {
    mark(provider) {
      stale = true
      markedAt[provider] = clock.now()
      if (waiters.size === 0) return
      if (size < MANY) look()
      else lookSoon(TOGETHER_MS)
    },
    read,
    changed(etag, ms, signals) {
      if (closed || signals.some((signal) => signal.aborted) || read().etag !== etag) return Promise.resolve()
      return new Promise((resolve) => {
        const waiter = { etag, done }
        const cancel = clock.setTimer(ms, done)
        function done(): void {
          waiters.delete(waiter)
          cancel()
          for (const signal of signals) signal.removeEventListener('abort', done)
          if (waiters.size === 0) stopLooking()
          resolve()
        }
        for (const signal of signals) signal.addEventListener('abort', done)
        waiters.add(waiter)
        if (Number.isFinite(dueAt)) lookSoon(dueAt - clock.now())
      })
    },
    close() {
      closed = true
      stopLooking()
      for (const waiter of waiters) waiter.done()
    },
  }
}
