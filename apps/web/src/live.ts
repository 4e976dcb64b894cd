import { type Client, RefusedError, UnreachableError } from '@codexbar/client'
import { type DeskInput, readStatus } from '@codexbar/display'
import type { Sessions, Status } from '@codexbar/protocol/wire'
import type { Clock } from './clock.js'
import { coalesce } from './coalesce.js'
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionInput,
  connect,
  updateConnection,
} from './connection.js'
import { failureOf } from './failure.js'
import { pollStatus } from './poll-status.js'
import { createStore, type Store } from './store.js'

/** What the page knows of the companion. What was heard stays when the companion is lost. */
export type LiveState = {
  connection: Connection
  sessions: Sessions | undefined
  status: Status | undefined
  /** The companion's clock minus this machine's (ms). */
  ahead: number
  /** Why the last list of sessions could not be used, when the companion does answer. */
  trouble: string | undefined
}

/** A page's tie to its companion. */
export type Live = Store<LiveState> & {
  /** Tries again at once: somebody looks, or the network is back. */
  nudge(): void
}

/** What the page needs of an `EventSource`. */
export type EventStream = Pick<EventSource, 'readyState' | 'CLOSED' | 'close'> & {
  addEventListener(name: string, listener: (event: MessageEvent) => void): void
}

/** The edges of a tie. `tell` hears what a display would. */
export type LiveOptions = {
  client: Pick<Client, 'sessions' | 'status' | 'usage'>
  clock: Clock
  /** The time of the day (Unix ms). */
  today: () => number
  openStream: () => EventStream
  tell: (input: DeskInput) => void
}

/** What changes within this time is fetched together (ms); small enough for an event to be seen within 200 ms. */
const TOGETHER = 50
const USAGE_EVERY = 5 * 60_000
/** A companion that froze, or a cable that was pulled, ends no stream: only asking tells (ms). */
const CHECK_EVERY = 20_000

/** Ties the page to its companion for as long as the page lives. */
export function startLive({ client, clock, today, openStream, tell }: LiveOptions): Live {
  const first = connect(clock.now())
  const { get, set, onChange } = createStore<LiveState>({
    connection: first.connection,
    sessions: undefined,
    status: undefined,
    ahead: 0,
    trouble: undefined,
  })
  let stream: EventStream | undefined
  let polling: AbortController | undefined
  let cancelRetry: (() => void) | undefined
  let etag: string | undefined

  const refetch = coalesce(clock, TOGETHER, async () => {
    try {
      const sessions = await client.sessions()
      set({ ...get(), sessions, ahead: sessions.now - today(), trouble: undefined })
      step('admitted')
    } catch (error) {
      if (error instanceof UnreachableError) step('silent')
      else if (error instanceof RefusedError && error.status === 401) step('unauthorized')
      else set({ ...get(), trouble: messageOf(error) })
    }
  })

  const EFFECTS: { [K in ConnectionEffect['do']]: (effect: Extract<ConnectionEffect, { do: K }>) => void } = {
    'open-stream': open,
    'close-stream': close,
    refetch: () => refetch.ask(),
    'fetch-usage': () => void fetchUsage(),
    'try-later': ({ after }) => {
      cancelRetry?.()
      cancelRetry = clock.setTimer(after, () => step('due'))
    },
    'start-polling': () => {
      polling = new AbortController()
      void pollStatus({ client, clock, signal: polling.signal, hear, tell })
    },
    'stop-polling': () => polling?.abort(),
  }

  function step(input: ConnectionInput): void {
    const before = get().connection
    const { connection, effects } = updateConnection(before, input, clock.now())
    if (connection !== before) set({ ...get(), connection })
    if (connection.phase === 'reconnecting') tell({ is: 'failed', from: 0, why: 'unreachable' })
    run(effects)
  }

  function run(effects: readonly ConnectionEffect[]): void {
    for (const effect of effects) (EFFECTS[effect.do] as (effect: ConnectionEffect) => void)(effect)
  }

  function open(): void {
    close()
    const opened = openStream()
    stream = opened
    opened.addEventListener('open', () => {
      tell({ is: 'unchanged', from: 0 })
      step('opened')
    })
    opened.addEventListener('error', () => step(opened.readyState === opened.CLOSED ? 'closed' : 'interrupted'))
    opened.addEventListener('status', ({ data }) => {
      const answer = readStatus(data)
      if (answer.ok) hear(answer.status)
      else tell({ is: 'failed', from: 0, why: answer.why })
      refetch.ask()
    })
    opened.addEventListener('session', () => refetch.ask())
  }

  function close(): void {
    cancelRetry?.()
    cancelRetry = undefined
    stream?.close()
    stream = undefined
  }

  function hear(status: Status): void {
    set({ ...get(), status })
    tell({ is: 'status', from: 0, status })
  }

  async function fetchUsage(): Promise<void> {
    try {
      tell({ is: 'usage', from: 0, usage: await client.usage() })
    } catch {
      // The last windows stay, and the display ages them.
    }
  }

  async function check(): Promise<void> {
    if (get().connection.phase === 'signed-out') return
    try {
      const answer = await client.status(etag === undefined ? {} : { etag })
      if (answer.changed) {
        etag = answer.etag
        hear(answer.status)
      } else tell({ is: 'unchanged', from: 0 })
    } catch (error) {
      if (failureOf(error) === 'unreachable' || failureOf(error) === 'timeout') step('silent')
    }
  }

  function every(ms: number, task: () => Promise<void>): void {
    clock.setTimer(ms, () => void task().finally(() => every(ms, task)))
  }

  run(first.effects)
  every(USAGE_EVERY, fetchUsage)
  every(CHECK_EVERY, check)
  return { get, onChange, nudge: () => step('nudged') }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
