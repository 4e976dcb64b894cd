import { bindingWindow, blockedFor, type Provider, type QuotaWindow, windowsAt } from '@codexbar/protocol/wire'
import { chooseWindows, SHOWN_WINDOWS } from './choose-windows.js'
import type { Companion } from './companion.js'
import { isStale, type Quota, quotaOf } from './quota.js'

/**
 * A provider's quota as it is shown at a moment. `windows` are those that fit, as they are then; `binding` is the one
 * that stops the person first; `blocked` is for how long (s) every model is stopped: `null` for an unknown time,
 * `undefined` when none is; `stale`: no figure of it can be relied on.
 */
export type QuotaView = Quota & {
  windows: readonly QuotaWindow[]
  binding: QuotaWindow | undefined
  blocked: number | null | undefined
  stale: boolean
}

/** Returns what is shown of the provider's quota at `now`, `undefined` when no companion speaks of it. */
export function quotaViewOf(companions: readonly Companion[], provider: Provider, now: number): QuotaView | undefined {
  const quota = quotaOf(companions, provider, now)
  if (quota === undefined) return undefined
  const windows = windowsAt(quota.entry.windows, now - quota.at)
  return {
    ...quota,
    windows: chooseWindows(windows, SHOWN_WINDOWS),
    binding: bindingWindow(windows),
    blocked: blockedFor(windows),
    stale: isStale(quota, now),
  }
}
