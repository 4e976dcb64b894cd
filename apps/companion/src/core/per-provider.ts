import { PROVIDERS, type Provider } from '@codexbar/protocol/wire'

/** A value for each provider. */
export type PerProvider<T> = Record<Provider, T>

/** Returns a value for each provider. */
export function perProvider<T>(make: (provider: Provider) => T): PerProvider<T> {
  return Object.fromEntries(PROVIDERS.map((provider) => [provider, make(provider)])) as PerProvider<T>
}
