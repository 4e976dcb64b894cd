import { type Held, isPastHorizon, settle } from './merge.js'
import type { Ms, Observation, Reading } from './reading.js'

/** Who is signed in, by a name that says nothing of the person; `null` for nobody. `since` is when that began. */
export type Account = { id: string | null; since: Ms }

/**
 * All that is known of one provider's quota: what counts for each window of each account, and what each source said
 * last of each window, by both names. Without an `account` nobody could tell yet who is signed in.
 */
export type Known = {
  account: Account | undefined
  held: Readonly<Record<string, Readonly<Record<string, Held>>>>
  latest: Readonly<Record<string, Said>>
}

/** What a source said of a window, and whose it is, where the source itself knew. */
export type Said = { account?: string | undefined; reading: Reading }

/** Nothing is known. */
export const NOTHING_KNOWN: Known = { account: undefined, held: {}, latest: {} }

/** The account of readings that came before anybody could tell whose they are. */
const UNNAMED = ''

/** Returns what is known after an observation. One of a person who is not signed in any more changes nothing shown. */
export function takeObservation(known: Known, observation: Observation, now: Ms): Known {
  const latest = latestAfter(known.latest, observation)
  const account = accountOf(known, observation)
  if (account === undefined) return { ...known, latest }
  const windows = { ...known.held[account] }
  for (const [key, held] of Object.entries(windows)) {
    if (isPastHorizon(held, now) || isGone(key, held, observation)) delete windows[key]
  }
  for (const reading of observation.readings) {
    const settled = settle(windows[reading.window], reading, now)
    if (settled !== undefined) windows[reading.window] = settled
  }
  return { ...known, latest, held: { ...known.held, [account]: windows } }
}

/** Returns what is known once it is known who is signed in, and since when. What nobody owned so far is theirs. */
export function takeAccount(known: Known, id: string | null, since: Ms): Known {
  if (known.account?.id === id) return known
  const { [UNNAMED]: unnamed, ...held } = known.held
  if (known.account !== undefined || id === null || unnamed === undefined) {
    return { ...known, account: { id, since }, held }
  }
  return { ...known, account: { id, since }, held: { ...held, [id]: { ...unnamed, ...held[id] } } }
}

/** Returns what counts for each window of who is signed in, at `now`. */
export function heldNow({ account, held }: Known, now: Ms): Held[] {
  if (account?.id === null) return []
  return Object.values(held[account?.id ?? UNNAMED] ?? {}).filter((one) => !isPastHorizon(one, now))
}

/** Returns what is known without what is too old to be of any use. */
export function forget(known: Known, now: Ms): Known {
  const held: Record<string, Record<string, Held>> = {}
  for (const [account, windows] of Object.entries(known.held)) {
    const young = Object.entries(windows).filter(([, one]) => !isPastHorizon(one, now))
    if (young.length > 0) held[account] = Object.fromEntries(young)
  }
  return { ...known, held }
}

function latestAfter(latest: Known['latest'], observation: Observation): Known['latest'] {
  const { source, account, readings } = observation
  const kept = Object.entries(latest).filter(
    ([, { reading }]) => reading.source !== source || !isGone(reading.window, reading, observation),
  )
  const said = readings.map((reading) => [`${source} ${reading.window}`, { account, reading }] as const)
  return Object.fromEntries([...kept, ...said])
}

/** Returns what is known without what was read from sources that are not read any more. */
export function keepSources(known: Known, isRead: (source: string) => boolean): Known {
  const held: Record<string, Record<string, Held>> = {}
  for (const [account, windows] of Object.entries(known.held)) {
    held[account] = Object.fromEntries(Object.entries(windows).filter(([, { source }]) => isRead(source)))
  }
  const latest = Object.entries(known.latest).filter(([, { reading }]) => isRead(reading.source))
  return { ...known, held, latest: Object.fromEntries(latest) }
}

/** Whose an observation is; `undefined` when it is of nobody that can be told. */
function accountOf({ account }: Known, observation: Observation): string | undefined {
  if (observation.account !== undefined) return observation.account
  if (account === undefined) return UNNAMED
  return account.id === null || observation.observedAt < account.since ? undefined : account.id
}

/** Whether a window is missing where none of its kind is missing. */
function isGone(window: string, held: Reading, { whole, readings, observedAt }: Observation): boolean {
  if (observedAt <= held.observedAt || readings.some((reading) => reading.window === window)) return false
  return whole === 'all' || whole.includes(window.slice(0, window.lastIndexOf(':')))
}
