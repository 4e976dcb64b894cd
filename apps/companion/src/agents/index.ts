import type { Agent } from './agent.js'
import { claude } from './claude/index.js'
import { codex } from './codex/index.js'
import type { ProviderSource } from './quota-source.js'

/** Every agent whose hooks are understood, by the last segment of its endpoint `/hooks/<name>`. */
export const AGENTS: Readonly<Record<string, Agent>> = { claude, codex }

/** Every quota source of every agent, in the order of trust. */
export const QUOTA_SOURCES: readonly ProviderSource[] = Object.values(AGENTS).flatMap(({ provider, quota }) =>
  quota.map((source) => ({ ...source, provider })),
)
