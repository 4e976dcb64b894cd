import type { Client, StatusAnswer } from '@codexbar/client'
import { type DeskInput, type Failure, readStatus } from '@codexbar/display'
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
import { createDoubt } from './doubt.js'
import type { OpenStream, StreamNews } from './event-stream.js'
import { every } from './every.js'
import { failureOf } from './failure.js'
import { type HeardUsage, USAGE_EVERY } from './heard-usage.js'
import { pollStatus } from './poll-status.js'
import { createStore, type Store } from './store.js'

/** What the page knows of the companion. What was heard stays when the companion is lost. */
export type LiveState = {
  connection: Connection
  sessions: Sessions | undefined
  status: Status | undefined
  /** When it was last known to be so (ms of the page's clock). */
  statusAt: number
  usage: HeardUsage | undefined
  /** Why the quota could not be had the last time it was asked for. */
  usageFailure: Failure | undefined
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

/** The edges of a tie. `tell` hears what a display would. */
export type LiveOptions = {
  client: Pick<Client, 'sessions' | 'status' | 'usage'>
  clock: Clock
  /** The time of the day (Unix ms). */
  today: () => number
  /** Whether the person can see the page. */
  isSeen: () => boolean
  openStream: OpenStream
  tell: (input: DeskInput) => void
}

/** What changes within this time is fetched together (ms): seen, an event is to be there within 200 ms. */
const TOGETHER = { seen: 25, hidden: 1_000 } as const
/** A list that takes long to fetch and to draw is fetched less often: half of the time is the person's. */
const REST = 2
/** Clocks that differ by less are the same (ms). */
const SAME_CLOCK = 500
/** A companion that froze, or a cable that was pulled, ends no stream: only asking tells (ms). */
const CHECK_EVERY = 20_000
/** Another window of the browser may have been signed in meanwhile (ms). */
const ADMISSION_EVERY = 10_000

/** Ties the page to its companion for as long as the page lives. */
export function startLive({ client, clock, today, isSeen, openStream, tell }: LiveOptions): Live {
  const first = connect(clock.now())
  const { get, set, onChange } = createStore<LiveState>({
    connection: first.connection,
    sessions: undefined,
    status: undefined,
    statusAt: 0,
    usage: undefined,
    usageFailure: undefined,
    ahead: 0,
    trouble: undefined,
  })
  const doubt = createDoubt(clock)
  let endStream: (() => void) | undefined
  let polling: AbortController | undefined
  let cancelRetry: (() => void) | undefined
  let etag: string | undefined

  const gapAfter = (cost: number): number => Math.max(isSeen() ? TOGETHER.seen : TOGETHER.hidden, REST * cost)
  let cost = 0
  const refetch = coalesce(
    clock,
    () => gapAfter(cost),
    async () => {
      const began = clock.now()
      try {
        const sessions = await client.sessions()
        doubt.heard()
        set({ ...get(), sessions, ahead: steady(get().ahead, sessions.now - today()), trouble: undefined })
        step('admitted')
        // The list is drawn before this fires, and drawing it is part of what it takes.
        await new Promise<void>((drawn) => void clock.setTimer(0, drawn))
        cost = clock.now() - began
      } catch (error) {
        const why = failureOf(error)
        if (why === 'unauthorized') step('unauthorized')
        else if (why === 'timeout' || why === 'unreachable') miss(why, began)
        else set({ ...get(), trouble: messageOf(error) })
      }
    },
  )

  const refetchUsage = coalesce(clock, gapAfter, async () => {
    try {
      const usage = await client.usage()
      set({ ...get(), usage: { value: usage, at: { clock: clock.now(), today: today() } }, usageFailure: undefined })
      tell({ is: 'usage', from: 0, usage })
    } catch (error) {
      const why = failureOf(error)
      set({ ...get(), usageFailure: why })
      tell({ is: 'failed', of: 'usage', from: 0, why })
    }
  })

  const EFFECTS: { [K in ConnectionEffect['do']]: (effect: Extract<ConnectionEffect, { do: K }>) => void } = {
    'open-stream': open,
    'close-stream': close,
    refetch: () => refetch.ask(),
    'fetch-usage': () => refetchUsage.ask(),
    'try-later': ({ after }) => {
      cancelRetry?.()
      cancelRetry = clock.setTimer(after, () => step('due'))
    },
    'start-polling': () => {
      polling?.abort()
      polling = new AbortController()
      void pollStatus({ client, clock, isSeen, signal: polling.signal, hear: hearPolled, fail })
    },
    'stop-polling': () => polling?.abort(),
  }

  function step(input: ConnectionInput): void {
    const before = get().connection
    const { connection, effects } = updateConnection(before, input, clock.now())
    if (connection !== before) set({ ...get(), connection })
    if (connection.phase === 'reconnecting') fail('unreachable')
    run(effects)
  }

  function run(effects: readonly ConnectionEffect[]): void {
    for (const effect of effects) (EFFECTS[effect.do] as (effect: ConnectionEffect) => void)(effect)
  }

  function open(): void {
    close()
    endStream = openStream(hearStream)
  }

  function close(): void {
    cancelRetry?.()
    cancelRetry = undefined
    endStream?.()
    endStream = undefined
  }

  function hearStream(news: StreamNews): void {
    if (news.is === 'event') {
      hearEvent(news)
      return
    }
    if (news.is === 'opened') {
      doubt.heard()
      // A stream that stands proves the last status, and nothing where there was none.
      if (get().status !== undefined) hearUnchanged()
    }
    step(news.is)
  }

  function hearEvent({ name, data }: Extract<StreamNews, { is: 'event' }>): void {
    doubt.heard()
    if (name === 'usage') {
      refetchUsage.ask()
      return
    }
    if (name === 'status') {
      const answer = readStatus(data)
      if (answer.ok) hear(answer.status)
      else fail(answer.why)
    }
    refetch.ask()
  }

  function hear(status: Status): void {
    set({ ...get(), status, statusAt: clock.now() })
    tell({ is: 'status', from: 0, status })
  }

  function hearUnchanged(): void {
    set({ ...get(), statusAt: clock.now() })
    tell({ is: 'unchanged', from: 0 })
  }

  function hearAnswer(answer: StatusAnswer): void {
    if (answer.changed) hear(answer.status)
    else hearUnchanged()
  }

  function hearPolled(answer: StatusAnswer): void {
    hearAnswer(answer)
    if (answer.changed) refetch.ask()
  }

  function fail(why: Failure): void {
    tell({ is: 'failed', of: 'status', from: 0, why })
  }

  /** Nobody answered what was asked at `began`. */
  function miss(why: Failure, began: number): void {
    const isLost = why === 'unreachable' || get().connection.phase !== 'live' || doubt.isProof(began)
    if (isLost) step('silent')
    else refetch.ask()
  }

  async function check(): Promise<void> {
    if (get().connection.phase === 'signed-out') return
    if (get().usageFailure !== undefined) refetchUsage.ask()
    const began = clock.now()
    const shown = get().status
    try {
      const answer = await client.status(etag === undefined ? {} : { etag })
      doubt.heard()
      // What the stream brought meanwhile may be newer than this answer.
      if (get().status !== shown) return
      if (answer.changed) etag = answer.etag
      hearAnswer(answer)
    } catch (error) {
      const why = failureOf(error)
      if (why === 'unreachable' || why === 'timeout') miss(why, began)
    }
  }

  run(first.effects)
  every(clock, USAGE_EVERY, refetchUsage.ask)
  every(clock, CHECK_EVERY, check)
  every(clock, ADMISSION_EVERY, () => {
    if (get().connection.phase === 'signed-out' && isSeen()) refetch.ask()
  })
  return { get, onChange, nudge: () => step('nudged') }
}

/** How long an answer takes differs each time, and every age would be drawn again for it. */
function steady(before: number, ahead: number): number {
  return Math.abs(ahead - before) < SAME_CLOCK ? before : ahead
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
