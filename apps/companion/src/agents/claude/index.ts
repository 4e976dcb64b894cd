import type { Agent } from '../agent.js'
import { readClaudeHook } from './hook.js'
import { claudeApi } from './quota/claude-api.js'
import { claudeJson } from './quota/claude-json.js'
import { createSignIn } from './quota/sign-in.js'
import { statusLine } from './quota/status-line.js'
import { createSessionFileWitness } from './session-file-witness.js'

/** Claude Code. */
export const claude: Agent = {
  provider: 'Claude',
  read: readClaudeHook,
  createWitness: createSessionFileWitness,
  createSignIn,
  quota: [statusLine, claudeJson, claudeApi],
}
