/** One address of one network interface of this machine. */
export type InterfaceAddress = { name: string; address: string; family: 'IPv4' | 'IPv6'; internal: boolean }

/** Interfaces of virtual machines, containers and tunnels: a display is rarely on these. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|zt|tailscale|bridge|llw|awdl)/

/** Returns the IPv4 addresses that others on the network reach this machine at, those of real networks first. */
export function reachableAddresses(addresses: readonly InterfaceAddress[]): string[] {
  const others = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal)
  const isVirtual = ({ name }: InterfaceAddress) => VIRTUAL.test(name)
  const sorted = [...others.filter((one) => !isVirtual(one)), ...others.filter(isVirtual)]
  return sorted.map(({ address }) => address)
}

/**
 * Returns every name that a `Host` header may call this machine by, in lower case: its addresses, its host name and
 * that name in the local network's `.local`.
 */
export function ownNames(addresses: readonly InterfaceAddress[], hostname: string): Set<string> {
  const name = hostname.toLowerCase()
  const [label = ''] = name.split('.')
  const names = new Set(label === '' ? [] : [name, `${label}.local`])
  for (const { address, family } of addresses) {
    names.add(family === 'IPv6' ? `[${address.toLowerCase().replace(/%.*$/, '')}]` : address)
  }
  return names
}
