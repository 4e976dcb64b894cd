import { readAddress } from '../src/companion-address.js'

/** What may be set: what is wrong with a value, or undefined. `here` is whether the program runs on this computer. */
const SETTINGS: Readonly<Record<string, (text: string, here: boolean) => string | undefined>> = {
  ssid: (text) => sizeIn(text, 1, 32, 'a network has a name of 1 to 32 bytes'),
  password: (text) => sizeIn(text, 8, 63, 'a Wi-Fi password has 8 to 63 characters; leave it out for an open network'),
  companion: (text, here) =>
    text
      .split(',')
      .map((address) => faultOfAddress(address, here))
      .find(Boolean),
  token: (text) => (/^[\w-]*(,[\w-]*)*$/.test(text) ? undefined : 'a token has letters, digits, _ and - only'),
  brightness: (text) => (/^\d{1,2}$|^100$/.test(text) ? undefined : 'a whole number from 0 to 100'),
}

/** Settings as `mcconfig` takes them, or what is wrong: no message repeats a password or a token. */
export type ReadSettings = { ok: true; config: string[] } | { ok: false; message: string }

/**
 * Reads words such as `ssid=Home`. What it lets pass the firmware takes: an address that the display would leave out is
 * refused. Only a display that runs `here`, on this computer, may ask this computer by its loopback.
 */
export function readSettings(words: readonly string[], { here = false } = {}): ReadSettings {
  const given = new Map<string, string>()
  for (const word of words) {
    const [, key = word, value] = /^([^=]*)=(.*)$/s.exec(word) ?? []
    const fault = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined
    if (fault === undefined || value === undefined)
      return refused(`There is no setting "${key}"; there are ${Object.keys(SETTINGS).join(', ')}.`)
    if (given.has(key)) return refused(`${key} is given twice.`)
    const wrong = fault(value, here)
    if (wrong !== undefined) return refused(`${key}: ${wrong}.`)
    given.set(key, value)
  }
  const [companions, tokens] = [countOf(given.get('companion')), countOf(given.get('token'))]
  if (companions > 0 && tokens > companions) return refused(`There are ${tokens} tokens for ${companions} companions.`)
  return { ok: true, config: [...given].map(([key, value]) => `${key}=${value}`) }
}

function refused(message: string): ReadSettings {
  return { ok: false, message }
}

function sizeIn(text: string, least: number, most: number, wrong: string): string | undefined {
  const size = Buffer.byteLength(text)
  return size >= least && size <= most ? undefined : wrong
}

function countOf(list: string | undefined): number {
  return list === undefined ? 0 : list.split(',').length
}

function faultOfAddress(text: string, here: boolean): string | undefined {
  const address = readAddress(text)
  if (address === undefined) return whyNoAddress(text)
  const { host } = address
  if (here || (host.toLowerCase() !== 'localhost' && !host.startsWith('127.'))) return undefined
  return `${host} is the display itself; give the computer's address`
}

function whyNoAddress(text: string): string {
  if (!URL.canParse(text)) return `"${text}" is no address; it looks like http://192.168.1.20:4747`
  const { protocol, pathname, search, hash, username, hostname } = new URL(text)
  if (protocol === 'https:') return 'the display speaks http only, not https'
  if (hostname.startsWith('[')) return 'the display speaks IPv4 only; give the number with dots, or a name'
  if (username !== '') return 'an address holds no name to log in with'
  if (pathname !== '/' || search !== '' || hash !== '') return 'an address ends after the port'
  return `"${text}" is no address; it looks like http://192.168.1.20:4747`
}
