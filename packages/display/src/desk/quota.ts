import type { Provider, QuotaWindow, Usage } from '@codexbar/protocol/wire'
import type { Companion } from './companion.js'
import { type QuotaStyle, styleOf } from './quota-style.js'

/** What is known of one provider's quota, when that was received (ms of the caller's clock), and how it is to be drawn. */
export type Quota = { entry: Usage['providers'][number]; at: number; style: QuotaStyle }

/** Usage that was received this long ago (ms) is stale: it is asked for every five minutes, and two polls were missed. */
export const USAGE_STALE_AFTER = 11 * 60_000

/**
 * Returns the provider's quota by the newest observation of any companion. One whose polls are missed counts only where
 * no other has any: an old figure must not win by its clock. `undefined` when nobody knows a window.
 */
export function quotaOf(companions: readonly Companion[], provider: Provider, now: number): Quota | undefined {
  let best: Quota | undefined
  for (const { usage } of companions) {
    const entry = usage?.value.providers.find(({ name }) => name === provider)
    if (usage === undefined || entry === undefined) continue
    const quota = { entry, at: usage.at, style: styleOf(usage.value) }
    if (best === undefined || isBetter(quota, best, now)) best = quota
  }
  return best
}

/** Whether the figures are old: by the companion's own word, which nothing here lifts, or because polls are missed. */
export function isStale({ entry, at }: Quota, now: number): boolean {
  return entry.stale || isMissed(at, now)
}

/**
 * Returns how old the newest observation is, or that of one window, in ms; counted from its receipt when the companion
 * does not say.
 */
export function ageOf({ entry, at }: Quota, now: number, window?: QuotaWindow): number {
  const age_sec = window?.age_sec ?? entry.age_sec
  const said = age_sec !== null && age_sec > 0 ? age_sec * 1000 : 0
  return said + now - at
}

/** Whether a usage received at `at` should have been followed by another. */
function isMissed(at: number, now: number): boolean {
  return now - at > USAGE_STALE_AFTER
}

function isBetter(quota: Quota, best: Quota, now: number): boolean {
  const known = quota.entry.windows.length > 0
  if (known !== best.entry.windows.length > 0) return known
  const missed = isMissed(quota.at, now)
  if (missed !== isMissed(best.at, now)) return !missed
  const observed = (quota.entry.observed_at ?? -1) - (best.entry.observed_at ?? -1)
  return observed !== 0 ? observed > 0 : quota.at > best.at
}
