import { parseArgs } from 'node:util'
import type { Agent } from './agent.js'
import { AGENTS } from './agents.js'
import { changeHooks } from './change-hooks.js'
import type { Env } from './env.js'
import { errorText } from './error-text.js'
import { companionUrl } from './hook-home.js'
import { inspectAgent } from './inspect-agent.js'
import { inspectHooks } from './inspect-hooks.js'
import { askCompanion } from './last-events.js'
import { printChanged, printStatus } from './print.js'

const USAGE = `Usage: pnpm hooks install|uninstall|status [--agent claude|codex] [--statusline] [--dry-run]

  install     add the hooks to the agents' settings; everything else in them is kept
  uninstall   take them out again, and what reports the status line with them
  status      installed, version seen, trusted, status line, last event received

  --agent       only this agent (default: both)
  --statusline  with install: also report what Claude Code tells its status line, the quota; your own stays as it is
                with uninstall: take that out alone; your own is back and the hooks stay
  --dry-run     print the exact changes and write nothing
  --help        this text

Environment: CODEXBAR_HOME (~/.codexbar), CODEXBAR_PORT (4747), CLAUDE_CONFIG_DIR (~/.claude), CODEX_HOME (~/.codex)`

type Call = {
  action: 'install' | 'uninstall' | 'status' | 'help'
  agents: readonly Agent[]
  dryRun: boolean
  statusLine: boolean
}

function parseCall(args: readonly string[]): Call | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        agent: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        statusline: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [action, ...rest] = positionals
    if (values.help || action === 'help') return { action: 'help', agents: AGENTS, dryRun: false, statusLine: false }
    if (action !== 'install' && action !== 'uninstall' && action !== 'status') {
      return { problem: action === undefined ? 'say what to do' : `there is no "${action}"` }
    }
    if (values.statusline && action === 'status')
      return { problem: 'status takes no --statusline: it always tells of it' }
    if (rest.length > 0) return { problem: `too many words: ${rest.join(' ')}` }
    const chosen = AGENTS.filter(({ id }) => values.agent === undefined || id === values.agent.toLowerCase())
    if (chosen.length === 0) return { problem: `there is no agent "${values.agent}"` }
    if (values.statusline && !chosen.some(({ hasStatusLine }) => hasStatusLine)) {
      return { problem: `${chosen.map(({ name }) => name).join()} has no status line to report` }
    }
    return { action, agents: chosen, dryRun: values['dry-run'], statusLine: values.statusline }
  } catch (error) {
    // Node goes on about words that begin with a dash.
    return { problem: errorText(error).split('. ')[0] ?? '' }
  }
}

async function run(args: readonly string[]): Promise<number> {
  const { env } = process
  const call = parseCall(args)
  if ('problem' in call) {
    console.error(`${call.problem}\n\n${USAGE}`)
    return 2
  }
  if (call.action === 'help') {
    console.log(USAGE)
    return 0
  }
  const url = companionUrl(env)
  if (url === undefined) {
    console.error(`CODEXBAR_PORT is "${env.CODEXBAR_PORT}": a port is a number from 1 to 65535.`)
    return 2
  }
  if (call.action === 'status') return printReport(call.agents, env, url)
  const change = { ...call, action: call.action }
  const changed = await changeHooks(change, env, url)
  const notes = await Promise.all(call.agents.map((agent) => inspectAgent(agent, env)))
  const failed = changed.outcomes.some((outcome) => 'problem' in outcome)
  console[failed ? 'error' : 'log'](printChanged(change, changed, notes))
  return failed ? 1 : 0
}

async function printReport(agents: readonly Agent[], env: Env, url: string): Promise<number> {
  const report = await inspectHooks(env)
  const shown = report.agents.filter(({ agent }) => agents.some(({ id }) => id === agent))
  const companion = await askCompanion(report.target ?? url, fetch)
  console.log(printStatus({ ...report, agents: shown }, companion, Date.now()))
  return shown.some(({ problem }) => problem !== undefined) ? 1 : 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
