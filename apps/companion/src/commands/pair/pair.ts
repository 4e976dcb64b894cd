import type { Command } from '../command.js'
import { pairBrowser } from './browser.js'
import { pairDevice } from './device.js'

/** `codexbar pair`: what a display or a browser needs to be let in. */
export const pair: Command = {
  argument: {
    name: 'WHAT',
    choices: {
      device: 'A desk display: a token for it, and how to flash it.',
      browser: 'Another browser or a phone: a link that works once.',
    },
  },
  options: {
    name: { type: 'string', value: 'NAME', summary: 'What a device is called in the list (default "display").' },
  },
  async run({ name }, context, what) {
    if (what === 'device') return pairDevice(typeof name === 'string' ? name : undefined, context)
    if (name === undefined) return pairBrowser(context)
    context.err.write('codexbar: --name is for a device; a browser is called what it is.\n')
    return 2
  },
}
