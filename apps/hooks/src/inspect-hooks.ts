import { agents, type Env } from './agents.js'
import { readCurlrc } from './curlrc.js'
import { companionUrl, type ScriptState, scriptState } from './hook-home.js'
import { type AgentReport, inspectAgent } from './inspect-agent.js'
import { askCompanion, type Companion } from './last-events.js'

/** Everything `status` and the companion's `doctor` say about hooks. */
export type HooksReport = {
  readonly home: string
  readonly script: ScriptState
  /** Where the hooks report to; undefined when `hook.curlrc` is missing or broken. */
  readonly target?: string
  readonly companion: Companion
  readonly agents: readonly AgentReport[]
}

/**
 * Looks at the hooks of every agent, at the codexbar home and at the companion the hooks report to. Changes nothing,
 * never throws, and takes a second at most when the companion hangs.
 *
 * @param options `env` the environment variables, `home` the codexbar home, `fetch` the network.
 */
export const inspectHooks = async (options: {
  readonly env: Env
  readonly home: string
  readonly fetch: typeof globalThis.fetch
}): Promise<HooksReport> => {
  const { env, home, fetch } = options
  const target = (await readCurlrc(home))?.url
  const [script, companion, ...reports] = await Promise.all([
    scriptState(home),
    askCompanion(target ?? companionUrl(env) ?? 'http://127.0.0.1:4747', fetch),
    ...agents.map((agent) => inspectAgent(agent, env, home)),
  ])
  return { home, script, ...(target !== undefined && { target }), companion, agents: reports }
}
