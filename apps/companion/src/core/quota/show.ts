import type { Provider, QuotaReading, QuotaWindow, Usage, Withheld } from '@codexbar/protocol/wire'
import { heldNow, type Known } from './known.js'
import { type Held, horizonOf, isOver, isPastHorizon, isSkewed } from './merge.js'
import { labelOf, type Ms, type Reading } from './reading.js'

/** What of the quota is shown. `windows` are the labels of those that are; without it the main ones. */
export type Show = { windows?: readonly string[] | undefined; staleAfter: Ms }

type Entry = Pick<Usage['providers'][number], 'windows' | 'observed_at' | 'age_sec' | 'stale' | 'source'>

/**
 * Returns what `/usage` says of a provider's quota at `now`: windows by their length, those of one model behind those of
 * all. Past its reset a window is unknown.
 */
export function showQuota(known: Known, show: Show, now: Ms): Entry {
  const shown = shownWindows(known, show, now)
  const newest = shown.reduce<Held | undefined>(
    (a, b) => (a !== undefined && a.observedAt >= b.observedAt ? a : b),
    undefined,
  )
  const stale = newest !== undefined && isStale(newest, show, now)
  return {
    windows: shown.map((held) => ({
      ...windowOf(held, now),
      ...(!stale && isStale(held, show, now) ? { stale: true } : {}),
    })),
    observed_at: newest === undefined ? null : Math.floor(newest.observedAt / 1_000),
    age_sec: newest === undefined ? null : ageOf(newest, now),
    stale,
    source: newest?.source ?? null,
  }
}

/** Returns when what is shown next differs by age alone, `Infinity` where it will not: a figure is stale, over or too old. */
export function nextAgeing(known: Known, show: Show, now: Ms): Ms {
  const borders = shownWindows(known, show, now).flatMap((held) => [
    held.resetsAt ?? Number.POSITIVE_INFINITY,
    held.observedAt + show.staleAfter + 1,
    horizonOf(held),
  ])
  return Math.min(Number.POSITIVE_INFINITY, ...borders.filter((at) => at > now))
}

/** Returns the last reading of each source of each window, the shortest window first, and what keeps one from being shown. */
export function listReadings(provider: Provider, known: Known, show: Show, now: Ms): QuotaReading[] {
  const held = new Map(heldNow(known, now).map((one) => [one.window, one]))
  const shown = new Set(shownWindows(known, show, now))
  const said = Object.values(known.latest).sort((a, b) => byLength(a.reading, b.reading))
  return said.map(({ account, reading }): QuotaReading => {
    const why = whyNotTheirs(known, account, reading) ?? whyNot(reading, held.get(reading.window), shown, now)
    return {
      provider,
      source: reading.source,
      ...windowOf(reading, now),
      age_sec: ageOf(reading, now),
      observed_at: Math.floor(reading.observedAt / 1_000),
      stale: isStale(reading, show, now),
      shown: why === undefined,
      ...(why === undefined ? {} : { why }),
    }
  })
}

function whyNotTheirs({ account }: Known, whose: string | undefined, reading: Reading): Withheld | undefined {
  if (account?.id === null) return 'signed_out'
  const isTheirs =
    whose === undefined ? reading.observedAt >= (account?.since ?? 0) : account === undefined || whose === account.id
  return isTheirs ? undefined : 'other_account'
}

function whyNot(reading: Reading, held: Held | undefined, shown: ReadonlySet<Held>, now: Ms): Withheld | undefined {
  if (isSkewed(reading, now)) return 'skewed'
  if (isPastHorizon(reading, now)) return 'past_horizon'
  if (held === undefined) return 'gone'
  if (!shown.has(held)) return 'hidden'
  if (held.rival?.source === reading.source && held.rival.observedAt === reading.observedAt) {
    return 'waiting'
  }
  if (held.source !== reading.source || held.observedAt > reading.observedAt) return 'older'
  return isOver(reading, now) ? 'past_reset' : undefined
}

function shownWindows(known: Known, { windows }: Show, now: Ms): Held[] {
  const chosen = windows?.map((label) => label.trim().toLowerCase())
  return heldNow(known, now)
    .filter((held) => chosen?.includes(labelOf(held).toLowerCase()) ?? held.isMain)
    .sort(byLength)
}

function windowOf(reading: Reading, now: Ms): QuotaWindow {
  const { pct, resetsAt, durationSec, scope } = reading
  const over = isOver(reading, now)
  return {
    label: labelOf(reading),
    pct: over ? null : pct,
    resets_in_sec: over || resetsAt === null ? null : Math.ceil((resetsAt - now) / 1_000),
    duration_sec: durationSec,
    ...(scope === '' ? {} : { scope }),
    age_sec: ageOf(reading, now),
  }
}

function isStale({ observedAt }: Reading, { staleAfter }: Show, now: Ms): boolean {
  return now - observedAt > staleAfter
}

function ageOf({ observedAt }: Reading, now: Ms): number {
  return Math.max(0, Math.floor((now - observedAt) / 1_000))
}

function byLength(a: Reading, b: Reading): number {
  const length = (a.durationSec ?? Number.MAX_VALUE) - (b.durationSec ?? Number.MAX_VALUE)
  if (length !== 0) return length
  if ((a.scope === '') !== (b.scope === '')) return a.scope === '' ? -1 : 1
  return a.scope < b.scope ? -1 : a.scope > b.scope ? 1 : 0
}
