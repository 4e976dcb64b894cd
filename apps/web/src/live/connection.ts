/** Where the page stands with the companion. `since` is when that began (ms of the page's clock). */
export type Connection = {
  phase: 'connecting' | 'live' | 'reconnecting' | 'signed-out'
  since: number
  /** How many streams in a row came to nothing. */
  failures: number
}

/** What the page finds out. */
export type ConnectionInput =
  /** The stream of events stands. */
  | 'opened'
  /** It broke, and the browser tries again by itself, from the last event on. */
  | 'interrupted'
  /** It broke or was refused, and the browser has given up on it. */
  | 'closed'
  /** The companion answers a question that only who is signed in may ask. */
  | 'admitted'
  /** The companion does not let this browser in. */
  | 'unauthorized'
  /** Nobody answers. */
  | 'silent'
  /** It is time to try again. */
  | 'due'
  /** Somebody looks at the page again, or the network is back. */
  | 'nudged'

/** What is to be done about it. */
export type ConnectionEffect =
  | { do: 'open-stream' }
  | { do: 'close-stream' }
  | { do: 'refetch' }
  | { do: 'fetch-usage' }
  | { do: 'try-later'; after: number }
  | { do: 'start-polling' }
  | { do: 'stop-polling' }

/** What follows from an input. */
export type Step = { connection: Connection; effects: readonly ConnectionEffect[] }

const FIRST_RETRY = 500
const LONGEST_RETRY = 5_000

const OPEN = { do: 'open-stream' } as const
const REFETCH = { do: 'refetch' } as const
const USAGE = { do: 'fetch-usage' } as const
const POLL = { do: 'start-polling' } as const
const RENEWED = [REFETCH, USAGE] as const

/** Returns a connection that is about to be made, and how. */
export function connect(now: number): Step {
  return { connection: { phase: 'connecting', since: now, failures: 0 }, effects: [OPEN, ...RENEWED] }
}

/** Returns what an input changes and what is to be done, at `now` (ms). */
export function updateConnection(connection: Connection, input: ConnectionInput, now: number): Step {
  return connection.phase === 'signed-out' ? fromOutside(connection, input, now) : FROM_INSIDE[input](connection, now)
}

/** Returns how long to wait after so many failures (ms). */
export function backOff(failures: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures, 10))
}

const FROM_INSIDE: Record<ConnectionInput, (connection: Connection, now: number) => Step> = {
  opened: (connection, now) => ({
    connection: { phase: 'live', since: connection.phase === 'live' ? connection.since : now, failures: 0 },
    // What changed between the first answers and this stream was told to nobody.
    effects: RENEWED,
  }),
  interrupted: (connection, now) => ({ connection: lost(connection, now), effects: [] }),
  // The browser does not say why: asking for the sessions tells being signed out from being alone.
  closed: retryLater,
  silent: retryLater,
  admitted: (connection) => ({ connection, effects: [] }),
  unauthorized: (_, now) => ({
    connection: { phase: 'signed-out', since: now, failures: 0 },
    // The quota may be for everyone here, as the status is.
    effects: [{ do: 'close-stream' }, POLL, USAGE],
  }),
  due: (connection) => ({ connection, effects: connection.phase === 'live' ? [] : [OPEN, REFETCH] }),
  nudged: (connection) => ({ connection, effects: connection.phase === 'live' ? RENEWED : [OPEN, REFETCH] }),
}

function fromOutside(connection: Connection, input: ConnectionInput, now: number): Step {
  // Polling is slow while nobody looks: it begins anew.
  if (input === 'nudged') return { connection, effects: [POLL, ...RENEWED] }
  if (input !== 'admitted') return { connection, effects: [] }
  return {
    connection: { phase: 'connecting', since: now, failures: 0 },
    effects: [{ do: 'stop-polling' }, OPEN, USAGE],
  }
}

function retryLater(connection: Connection, now: number): Step {
  return {
    connection: { ...lost(connection, now), failures: connection.failures + 1 },
    effects: [{ do: 'close-stream' }, { do: 'try-later', after: backOff(connection.failures) }],
  }
}

/** The time of the first loss stays: that is since when nothing is known. */
function lost(connection: Connection, now: number): Connection {
  return connection.phase === 'reconnecting' ? connection : { ...connection, phase: 'reconnecting', since: now }
}
