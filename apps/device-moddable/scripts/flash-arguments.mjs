import { BOARDS, boardNamed } from './boards.mjs'

/** What may be set: what is wrong with a value, or undefined. */
const SETTINGS = {
  ssid: (text) => sizeIn(text, 1, 32, 'a network has a name of 1 to 32 bytes'),
  password: (text) => sizeIn(text, 8, 63, 'a Wi-Fi password has 8 to 63 characters; leave it out for an open network'),
  companion: (text) => text.split(',').map(faultOfAddress).find(Boolean),
  token: (text) => (/^[\w-]*(,[\w-]*)*$/.test(text) ? undefined : 'a token has letters, digits, _ and - only'),
  brightness: (text) => (/^\d{1,2}$|^100$/.test(text) ? undefined : 'brightness is a whole number from 0 to 100'),
}

const USAGE = [
  'pnpm --filter device-moddable flash BOARD [ssid=NAME] [password=WORD] [companion=http://IP:4747] [token=TOKEN]',
  '  [brightness=100] [--debug]',
  'Several companions: companion=URL,URL token=TOKEN,TOKEN. What is left out stays as it is on the board.',
  '',
  'Boards:',
  ...Object.entries(BOARDS).map(([name, { title }]) => `  ${name.padEnd(15)} ${title}`),
].join('\n')

/**
 * Reads the words after `flash`: a board and settings. Returns `{ ok, platform, config, debug }`, or `{ ok: false,
 * message }` with what is wrong; no message repeats a password or a token.
 */
export function readFlashArguments(words) {
  const flags = words.filter((word) => word.startsWith('--'))
  const [name, ...settings] = words.filter((word) => !word.startsWith('--'))
  const flag = flags.find((word) => word !== '--debug')
  if (flag !== undefined) return fault(flag === '--help' ? USAGE : `There is no ${flag}.\n\n${USAGE}`)
  if (name === undefined) return fault(USAGE)
  const board = boardNamed(name)
  if (board === undefined) return fault(`There is no board "${name.split('=')[0]}".\n\n${USAGE}`)
  const given = new Map()
  for (const word of settings) {
    const at = word.indexOf('=')
    const key = at < 0 ? word : word.slice(0, at)
    if (at < 0 || !Object.hasOwn(SETTINGS, key)) return fault(`There is no setting "${key}".\n\n${USAGE}`)
    if (given.has(key)) return fault(`${key} is given twice.`)
    const value = word.slice(at + 1)
    const wrong = SETTINGS[key](value)
    if (wrong !== undefined) return fault(`${key}: ${wrong}.`)
    given.set(key, value)
  }
  const [companions, tokens] = [countOf(given.get('companion')), countOf(given.get('token'))]
  if (companions > 0 && tokens > companions) return fault(`There are ${tokens} tokens for ${companions} companions.`)
  const config = [...given].map(([key, value]) => `${key}=${value}`)
  return { ok: true, platform: board.platform, config, debug: flags.length > 0 }
}

function fault(message) {
  return { ok: false, message }
}

function sizeIn(text, least, most, wrong) {
  const size = Buffer.byteLength(text)
  return size >= least && size <= most ? undefined : wrong
}

function countOf(list) {
  return list === undefined ? 0 : list.split(',').length
}

/** The display speaks plain HTTP to a host by its number or its name in the local network. */
function faultOfAddress(text) {
  if (!URL.canParse(text)) return `"${text}" is no address; it looks like http://192.168.1.20:4747`
  const { protocol, pathname, search, hash, username, hostname } = new URL(text)
  if (protocol !== 'http:') return `the display speaks http only, not ${protocol.slice(0, -1)}`
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '') return 'an address ends after the port'
  if (hostname === 'localhost' || hostname.startsWith('127.'))
    return `${hostname} is the display itself; give the computer's address`
  return undefined
}
