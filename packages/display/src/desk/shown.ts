import { PROVIDERS } from '@codexbar/protocol/wire'
import { describeShare } from '../scene/share.js'
import type { Companion } from './companion.js'
import { quotaViewOf } from './quota-view.js'
import type { View } from './view.js'

/**
 * Returns what is on the screen of states and quota, to tell by whether a usage poll changed any of it: ages and the
 * times to resets change by themselves and are no part of it.
 */
export function shownOf(companions: readonly Companion[], view: View, now: number): string {
  const parts: string[] = []
  for (const name of PROVIDERS) {
    parts.push(name, view.attention[name].state)
    const quota = quotaViewOf(companions, name, now)
    parts.push(quota?.binding?.label ?? '', quota?.blocked === undefined ? '' : 'used up')
    if (quota === undefined) continue
    for (const { label, pct } of quota.windows) parts.push(label, describeShare(pct, quota.style.show))
  }
  return parts.join('\n')
}
