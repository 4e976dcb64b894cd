import { BOARDS, boardNamed } from './boards.js'
import { readSettings } from './setting-arguments.js'

const USAGE = [
  'pnpm --filter device-moddable flash BOARD [ssid=NAME] [password=WORD] [companion=http://IP:4747] [token=TOKEN]',
  '  [brightness=100] [--debug]',
  'Several companions: companion=URL,URL token=TOKEN,TOKEN. What is left out stays as it is on the board; but an ssid has',
  'only the password that is given with it, and a companion only the token.',
  '',
  'Boards:',
  ...Object.entries(BOARDS).map(([name, { title }]) => `  ${name.padEnd(15)} ${title}`),
].join('\n')

/** What to build and for which board, or what is wrong: no message repeats a password or a token. */
export type FlashArguments =
  | { ok: true; platform: string; config: string[]; debug: boolean }
  | { ok: false; message: string }

/** Reads the words after `flash`: a board and settings. */
export function readFlashArguments(words: readonly string[]): FlashArguments {
  const flags = words.filter((word) => word.startsWith('--'))
  const [name, ...settings] = words.filter((word) => !word.startsWith('--'))
  const flag = flags.find((word) => word !== '--debug')
  if (flag !== undefined) return refused(flag === '--help' ? USAGE : `There is no ${flag}.\n\n${USAGE}`)
  if (name === undefined) return refused(USAGE)
  const board = boardNamed(name)
  if (board === undefined) return refused(`There is no board "${name.split('=')[0]}".\n\n${USAGE}`)
  const read = readSettings(settings)
  if (!read.ok) return read
  return { ok: true, platform: board.platform, config: read.config, debug: flags.length > 0 }
}

function refused(message: string): FlashArguments {
  return { ok: false, message }
}
