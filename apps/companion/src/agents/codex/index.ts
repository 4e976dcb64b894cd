import type { Agent } from '../agent.js'
import { readCodexHook } from './hook.js'

/** OpenAI Codex CLI. */
export const codex: Agent = { provider: 'Codex', read: readCodexHook }
