import { join } from 'node:path'
import type { Agent } from './agent.js'
import { claude } from './agents/claude.js'
import { codex } from './agents/codex.js'
import type { Env } from './env.js'

/** Every agent, in the order they are handled and printed. A new agent is one file and one row. */
export const AGENTS: readonly Agent[] = [claude, codex]

/** Returns the file that carries an agent's hooks, as an absolute path. */
export function settingsPath(agent: Agent, env: Env): string {
  return join(agent.folder(env), agent.file)
}
