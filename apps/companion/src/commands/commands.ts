import type { CommandRow } from './command.js'

/** Every command by its name, in the order of the help. A new command is a new row. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'start',
    summary: 'Start the companion and keep it running.',
    load: async () => (await import('./start.js')).start,
  },
  {
    name: 'status',
    summary: 'Show every session (who needs you, who works, who is done) and the quota.',
    load: async () => (await import('./status/status.js')).status,
  },
  {
    name: 'usage',
    summary: 'Show how much quota is used, and where each figure comes from.',
    load: async () => (await import('./usage/usage.js')).usage,
  },
  {
    name: 'pair',
    summary: 'Let a display or a browser in.',
    load: async () => (await import('./pair/pair.js')).pair,
  },
  {
    name: 'tokens',
    summary: 'List the devices and browsers that were let in, and revoke one.',
    load: async () => (await import('./tokens/tokens.js')).tokens,
  },
  {
    name: 'doctor',
    summary: 'Check the set-up and say what to do about what is wrong.',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  {
    name: 'demo',
    summary: 'Play recorded sessions to a running companion.',
    load: async () => (await import('./demo/demo.js')).demo,
  },
]
