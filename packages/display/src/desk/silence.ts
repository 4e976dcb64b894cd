import type { Provider } from '@codexbar/protocol/wire'
import { type Companion, standingOf } from './companion.js'

/** Whether the person has seen every ask of the provider that any companion shows at `now`. */
export function isSilenced(companions: readonly Companion[], provider: Provider, now: number): boolean {
  const asking = companions.filter((companion) => isAsking(companion, provider, now))
  return asking.length > 0 && asking.every(({ asks }) => asks[provider].silenced)
}

/** Returns the companion with the provider's asks seen. */
export function silence(companion: Companion, provider: Provider): Companion {
  return { ...companion, asks: { ...companion.asks, [provider]: { ...companion.asks[provider], silenced: true } } }
}

/** Whether the companion, as far as it is believed at `now`, says that the provider waits for the person. */
export function isAsking(companion: Companion, provider: Provider, now: number): boolean {
  const entry = standingOf(companion, now)?.providers.find(({ name }) => name === provider)
  return entry?.attention.state === 'needs_user'
}
