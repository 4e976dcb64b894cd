import type { Agent } from '../agent.js'
import { readCodexHook } from './hook.js'
import { appServer } from './quota/app-server.js'
import { codexApi } from './quota/codex-api.js'
import { rollouts } from './quota/rollouts.js'
import { createSignIn } from './quota/sign-in.js'

/** OpenAI Codex CLI. */
export const codex: Agent = {
  provider: 'Codex',
  read: readCodexHook,
  createSignIn,
  quota: [rollouts, appServer, codexApi],
}
