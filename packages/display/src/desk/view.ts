import { type Attention, merge, PROVIDERS, type Provider, type Status } from '@codexbar/protocol/wire'
import { type Companion, heardAt, standingOf } from './companion.js'

/**
 * What all companions come to. `heard` is when any last said how its sessions stand (ms), `undefined` before the first;
 * `lost`: none is believed any more; `gone`: those that were heard and are not believed while others are.
 */
export type View = {
  heard: number | undefined
  lost: boolean
  gone: readonly Companion[]
  attention: Readonly<Record<Provider, Attention>>
}

/** Returns what the companions come to at `now`. Only those that are believed count, so one that is gone silences nobody. */
export function viewOf(companions: readonly Companion[], now: number): View {
  const standings: Status[] = []
  const gone: Companion[] = []
  let heard: number | undefined
  for (const companion of companions) {
    const at = heardAt(companion)
    if (at === undefined) continue
    heard = heard === undefined ? at : Math.max(heard, at)
    const standing = standingOf(companion, now)
    if (standing === undefined) gone.push(companion)
    else standings.push(standing)
  }
  return { heard, lost: standings.length === 0, gone, attention: attentionIn(merge(standings)) }
}

function attentionIn(status: Status): Record<Provider, Attention> {
  const attention = {} as Record<Provider, Attention>
  for (const provider of status.providers) attention[provider.name] = provider.attention
  return attention
}

/** Whether any provider waits for the person. */
export function isWaiting({ attention }: View): boolean {
  return PROVIDERS.some((name) => attention[name].state === 'needs_user')
}
