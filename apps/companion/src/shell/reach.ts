import { hostname, networkInterfaces } from 'node:os'
import { type InterfaceAddress, ownNames, reachableAddresses } from '../core/network.js'
import { EVERY, urlOf } from './address.js'
import type { Clock } from './clock.js'

/** This machine on its networks. */
export type Network = { addresses(): InterfaceAddress[]; hostname(): string }

/** The networks that this machine is on now. */
export const systemNetwork: Network = {
  addresses: () =>
    Object.entries(networkInterfaces()).flatMap(([name, list = []]) =>
      list.map(({ address, family, internal }) => ({ name, address, family, internal })),
    ),
  hostname,
}

/** How other machines reach the companion. */
export type Reach = {
  /** Whether a `Host` header's name (lower case, without port) is this machine's own, and others may call it so. */
  isOwnName(name: string): boolean
  /** Where others reach the companion, the best first; none when it listens on the loopback only. */
  urls(): string[]
}

/** What a companion that listens on the loopback only, or on no port, is reached by. */
export const NO_REACH: Reach = { isOwnName: () => false, urls: () => [] }

/** Addresses change when a network is joined or left: what was looked up is believed for this long. */
const BELIEVED_MS = 5_000

/** Returns how a companion is reached that listens on `host`, on the port that `port` says once it does. */
export function createReach(deps: { clock: Clock; network: Network; host: string; port: () => number }): Reach {
  const { clock, network, host, port } = deps
  if (!EVERY.has(host)) {
    const own = (host.includes(':') ? `[${host}]` : host).toLowerCase()
    return { isOwnName: (name) => name === own, urls: () => [urlOf(host, port())] }
  }
  let found: { names: ReadonlySet<string>; addresses: readonly string[] } | undefined
  let foundAt = 0

  function look(): { names: ReadonlySet<string>; addresses: readonly string[] } {
    const age = clock.now() - foundAt
    if (found !== undefined && age >= 0 && age < BELIEVED_MS) return found
    const addresses = network.addresses()
    found = { names: ownNames(addresses, network.hostname()), addresses: reachableAddresses(addresses) }
    foundAt = clock.now()
    return found
  }

  return {
    isOwnName: (name) => look().names.has(name),
    urls: () => look().addresses.map((address) => urlOf(address, port())),
  }
}
