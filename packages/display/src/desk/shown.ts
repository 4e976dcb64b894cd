import { PROVIDERS } from '@codexbar/protocol/wire'
import { describePercent, percentAt } from '../scene/gauge.js'
import type { Companion } from './companion.js'
import { quotaOf } from './quota.js'
import type { View } from './view.js'

/** Returns what is on the screen of states and quota, to tell by whether a usage poll changed any of it. */
export function shownOf(companions: readonly Companion[], view: View, now: number): string {
  const parts: string[] = []
  for (const name of PROVIDERS) {
    parts.push(name, view.attention[name].state)
    const quota = quotaOf(companions, name, now)
    for (const window of quota?.entry.windows ?? []) {
      parts.push(window.label, describePercent(percentAt(window, now - (quota?.at ?? now))))
    }
  }
  return parts.join('\n')
}
