import type { Agent } from './agent.js'
import { claude } from './claude/index.js'
import { codex } from './codex/index.js'

/** Every agent whose hooks are understood, by the last segment of its endpoint `/hooks/<name>`. */
export const AGENTS: Readonly<Record<string, Agent>> = { claude, codex }
