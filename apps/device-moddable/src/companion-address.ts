/** Where a companion answers in the local network. */
export type Address = { host: string; port: number }

const DEFAULT_PORT = 4747
const LAST_PORT = 65_535

const PATTERN = /^\s*(?:http:\/\/)?([\w-]+(?:\.[\w-]+)*)(?::(\d{1,5}))?\/?\s*$/i

/**
 * Reads the address of a companion: an IPv4 number or a name, before it `http://` or nothing, behind it a port or
 * nothing (4747). Returns undefined for anything else: the display speaks plain HTTP over IPv4, and knows the paths
 * itself.
 */
export function readAddress(text: string): Address | undefined {
  const [, host, digits] = PATTERN.exec(text) ?? []
  if (host === undefined) return undefined
  const port = digits === undefined ? DEFAULT_PORT : Number(digits)
  if (port < 1 || port > LAST_PORT) return undefined
  return /^[\d.]+$/.test(host) && !isNumber(host) ? undefined : { host, port }
}

/** Whether digits and dots are the number of a host: four bytes. */
function isNumber(host: string): boolean {
  const bytes = host.split('.')
  return bytes.length === 4 && bytes.every((byte) => Number(byte) <= 255)
}
