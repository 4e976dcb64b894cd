import type { Agent } from '../agent.js'
import { readClaudeHook } from './hook.js'
import { createSessionFileWitness } from './session-file-witness.js'

/** Claude Code. */
export const claude: Agent = {
  provider: 'Claude',
  read: readClaudeHook,
  createWitness: createSessionFileWitness,
}
