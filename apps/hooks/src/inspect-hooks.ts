import { AGENTS } from './agents.js'
import { readCurlrc } from './curlrc.js'
import type { Env } from './env.js'
import { codexbarHome } from './home.js'
import { type ScriptState, scriptState } from './hook-home.js'
import { type AgentReport, inspectAgent } from './inspect-agent.js'

/** What the files say about hooks. */
export type HooksReport = {
  home: string
  script: ScriptState
  /** The script of the status line, which is there only where it was asked for. */
  statusLineScript: ScriptState
  /** Where the hooks report to; `undefined` when `hook.curlrc` is missing or broken. */
  target?: string
  agents: readonly AgentReport[]
}

/** Returns what the files of every agent and of the codexbar home say about hooks. Changes nothing and never throws. */
export async function inspectHooks(env: Env): Promise<HooksReport> {
  const home = codexbarHome(env)
  const target = (await readCurlrc(home))?.url
  const [script, statusLineScript] = await Promise.all([
    scriptState(home, 'hook.sh'),
    scriptState(home, 'statusline.sh'),
  ])
  const agents = await Promise.all(AGENTS.map((agent) => inspectAgent(agent, env)))
  return { home, script, statusLineScript, ...(target === undefined ? {} : { target }), agents }
}
