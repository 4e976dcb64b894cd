import { createEventRing } from '../core/event-ring.js'
import { HEARTBEAT, PREAMBLE, serverSent } from '../core/server-sent.js'
import { sessionNamed } from '../core/session-name.js'
import type { Board } from './board.js'
import type { Clock } from './clock.js'
import { createStream, type Stream } from './stream.js'

/** Tells those who listen what changes. */
export type Streams = {
  /** Something that others see of the session `key` differs. Nothing is done while nobody listens. */
  changed(key: string): void
  /** Something of the quota differs. */
  usageChanged(): void
  /** Returns a stream that goes on after the event `lastId` where that is known, and ends with any of `signals`. */
  open(lastId: string | undefined, signals: readonly AbortSignal[]): ReadableStream<Uint8Array>
  /** Ends every stream. */
  close(): void
}

const KEPT = 256
const HEARTBEAT_MS = 15_000
/** Sessions that change within this time are told of together, each once. */
const TOGETHER_MS = 10
/** Of more than this many the rest is told the next time. */
const AT_ONCE = 256
/** Who connects again within this time goes on where it was. */
const AWAKE_MS = 60_000

/** Returns the streams of a board and of the sessions behind it. `boot` tells this life of the companion from others. */
export function createStreams(deps: { clock: Clock; board: Board; boot: string }): Streams {
  const { clock, board, boot } = deps
  const ring = createEventRing(boot, KEPT)
  const open = new Set<Stream>()
  const changed = new Set<string>()
  /** There while somebody listens, or did so a moment ago. */
  let awake: AbortController | undefined
  let cancelFlush: (() => void) | undefined
  let cancelBeat: (() => void) | undefined
  let cancelSleep: (() => void) | undefined
  let isUsageChanged = false
  let isClosed = false

  function send(text: string): void {
    for (const stream of open) stream.send(text)
  }

  function flush(): void {
    cancelFlush = undefined
    let text = ''
    let left = AT_ONCE
    for (const key of changed) {
      if (left === 0) break
      left -= 1
      changed.delete(key)
      text += ring.add((id) => serverSent(id, 'session', JSON.stringify(sessionNamed(key))))
    }
    if (isUsageChanged) text += ring.add((id) => serverSent(id, 'usage', '{}'))
    isUsageChanged = false
    if (text !== '') send(text)
    if (changed.size > 0) cancelFlush = clock.setTimer(TOGETHER_MS, flush)
  }

  function beat(): void {
    send(HEARTBEAT)
    cancelBeat = open.size > 0 ? clock.setTimer(HEARTBEAT_MS, beat) : undefined
  }

  /** Tells of each status there is from now on, also those that age alone makes. */
  async function followBoard({ signal }: AbortController): Promise<void> {
    let { etag } = board.read()
    for (;;) {
      await board.changed(etag, Number.POSITIVE_INFINITY, [signal])
      if (signal.aborted) return
      const sheet = board.read()
      if (sheet.etag === etag) continue
      etag = sheet.etag
      send(ring.add((id) => serverSent(id, 'status', sheet.body)))
    }
  }

  function wake(): void {
    cancelSleep?.()
    cancelSleep = undefined
    cancelBeat ??= clock.setTimer(HEARTBEAT_MS, beat)
    if (awake !== undefined) return
    // What changed while nobody listened was not kept.
    ring.skip()
    awake = new AbortController()
    void followBoard(awake)
  }

  function sleep(): void {
    awake?.abort()
    awake = undefined
    for (const cancel of [cancelFlush, cancelBeat, cancelSleep]) cancel?.()
    cancelFlush = undefined
    cancelBeat = undefined
    cancelSleep = undefined
    changed.clear()
    isUsageChanged = false
  }

  function gone(stream: Stream): void {
    open.delete(stream)
    if (open.size > 0 || awake === undefined) return
    cancelBeat?.()
    cancelBeat = undefined
    cancelSleep ??= clock.setTimer(AWAKE_MS, sleep)
  }

  return {
    changed(key) {
      if (awake === undefined) return
      changed.add(key)
      cancelFlush ??= clock.setTimer(TOGETHER_MS, flush)
    },
    usageChanged() {
      if (awake === undefined) return
      isUsageChanged = true
      cancelFlush ??= clock.setTimer(TOGETHER_MS, flush)
    },
    open(lastId, signals) {
      const stream = createStream(signals, gone)
      if (isClosed) stream.end()
      if (stream.isOver) return stream.body
      open.add(stream)
      wake()
      const missed = lastId === undefined ? undefined : ring.since(lastId)
      stream.send(PREAMBLE + (missed?.join('') ?? serverSent(ring.lastId, 'status', board.read().body)))
      return stream.body
    },
    close() {
      isClosed = true
      for (const stream of open) stream.end()
      sleep()
    },
  }
}
