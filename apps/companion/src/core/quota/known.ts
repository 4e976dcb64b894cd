import { type Held, isPastHorizon, isSkewed, notLater, settle } from './merge.js'
import type { Ms, Observation, Reading } from './reading.js'

/** Who is signed in, by a name that says nothing of the person; `null` for nobody. `since` is when that began. */
export type Account = { id: string | null; since: Ms }

/**
 * All that is known of one provider's quota: what counts for each window of each account, and what each source said
 * last of each window, by both names. Without an `account` nobody could tell yet who is signed in.
 */
export type Known = {
  account: Account | undefined
  held: Readonly<Record<string, Windows>>
  latest: Readonly<Record<string, Said>>
}

/** What a source said of a window, and whose it is, where the source itself knew. */
export type Said = { account?: string | undefined; reading: Reading }

type Windows = Readonly<Record<string, Held>>

/** Nothing is known. */
export const NOTHING_KNOWN: Known = { account: undefined, held: {}, latest: {} }

/** The account of readings that came before anybody could tell whose they are. */
const UNNAMED = ''

/** Returns what is known after an observation. One of a person who is not signed in any more changes nothing shown. */
export function takeObservation(known: Known, observation: Observation, now: Ms): Known {
  const latest = latestAfter(known.latest, observation)
  const account = accountOf(known, observation, now)
  if (account === undefined) return { ...known, latest }
  const kept = Object.entries(known.held[account] ?? {}).filter(
    ([key, held]) => !isPastHorizon(held, now) && !isGone(key, held, observation),
  )
  const windows = observation.readings.reduce<Windows>(
    (before, reading) => withReading(before, reading, now),
    Object.fromEntries(kept),
  )
  return { ...known, latest, held: { ...known.held, [account]: windows } }
}

/**
 * Returns what is known once it is known who is signed in, and since when. What nobody owned so far is theirs, and so is
 * what was observed since and not known to be of somebody else: a source may be faster than who looks who is signed in.
 */
export function takeAccount(known: Known, id: string | null, since: Ms, now: Ms): Known {
  if (known.account?.id === id) return known
  const { [UNNAMED]: unnamed = {}, ...others } = known.held
  const account = { id, since }
  if (id === null) return { ...known, account, held: others }
  const held = known.account === undefined ? { ...others, [id]: { ...unnamed, ...others[id] } } : others
  const theirs = Object.values(known.latest).filter(
    (said) => said.account === undefined && said.reading.observedAt >= since,
  )
  const windows = theirs.reduce((before, { reading }) => withReading(before, reading, now), held[id] ?? {})
  return { ...known, account, held: { ...held, [id]: windows } }
}

/** Returns what counts for each window of who is signed in, at `now`. */
export function heldNow({ account, held }: Known, now: Ms): Held[] {
  if (account?.id === null) return []
  return Object.values(held[account?.id ?? UNNAMED] ?? {}).filter(
    (one) => !isPastHorizon(one, now) && !isSkewed(one, now),
  )
}

/** Returns what is known without what is too old to be of any use. */
export function forget(known: Known, now: Ms): Known {
  const young = only(known, (reading) => !isPastHorizon(reading, now))
  const held = mapValues(young.held, (windows) => mapValues(windows, (one) => notLater(one, now)))
  return { ...young, held }
}

/** Returns what is known without what was read from sources that are not read any more. */
export function keepSources(known: Known, isRead: (source: string) => boolean): Known {
  return only(known, ({ source }) => isRead(source))
}

/** What is known by the readings that `keeps` keeps. An account of which none is left is forgotten. */
function only(known: Known, keeps: (reading: Reading) => boolean): Known {
  const held = mapValues(known.held, (windows) => filterValues(windows, keeps))
  const latest = filterValues(known.latest, ({ reading }) => keeps(reading))
  return { ...known, held: filterValues(held, (windows) => Object.keys(windows).length > 0), latest }
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function filterValues<T>(record: Readonly<Record<string, T>>, keeps: (value: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => keeps(value)))
}

function withReading(windows: Windows, reading: Reading, now: Ms): Windows {
  const settled = settle(windows[reading.window], reading, now)
  return settled === undefined ? windows : { ...windows, [reading.window]: settled }
}

function latestAfter(latest: Known['latest'], observation: Observation): Known['latest'] {
  const { source, account, readings } = observation
  const kept = Object.entries(latest).filter(
    ([, { reading }]) => reading.source !== source || !isGone(reading.window, reading, observation),
  )
  const said = readings.map((reading) => [`${source} ${reading.window}`, { account, reading }] as const)
  return Object.fromEntries([...kept, ...said])
}

/** Whose an observation is; `undefined` when it is of nobody that can be told. */
function accountOf({ account }: Known, observation: Observation, now: Ms): string | undefined {
  if (observation.account !== undefined) return observation.account
  if (account === undefined) return UNNAMED
  // Who signed in later than now did so by another clock.
  const since = Math.min(account.since, now)
  return account.id === null || observation.observedAt < since ? undefined : account.id
}

/** Whether a window is missing where none of its kind is missing. */
function isGone(window: string, held: Reading, { whole, readings, observedAt }: Observation): boolean {
  if (observedAt <= held.observedAt || readings.some((reading) => reading.window === window)) return false
  return whole === 'all' || whole.includes(window.slice(0, window.lastIndexOf(':')))
}
