import { EVERY, isLoopback } from '../shell/address.js'

/** A display asks by an IPv4 address or a name, over plain HTTP. */
const ASKABLE = /^[a-z\d.-]+$/

/** A display takes an address without a port for one with ours: 80 has to be written. */
const HTTP_PORT = '80'

/**
 * Returns the first address that a display can use, as its firmware reads it: `http://HOST:PORT` of another machine.
 * `undefined` where there is none.
 */
export function deviceAddress(addresses: readonly string[]): string | undefined {
  for (const address of addresses) {
    if (!URL.canParse(address)) continue
    const { protocol, hostname, port, pathname, search } = new URL(address)
    const isPlain = protocol === 'http:' && pathname === '/' && search === '' && ASKABLE.test(hostname)
    if (isPlain && !isHere(hostname)) return `http://${hostname}:${port || HTTP_PORT}`
  }
  return undefined
}

/** On a display such a name means the display itself. */
function isHere(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost') || EVERY.has(hostname)
}
