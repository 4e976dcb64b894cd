import { type AgentReport, skippedHooks } from '@codexbar/hooks'
import { describeBlocked } from '../describe-blocked.js'
import type { Finding, Machine } from './check.js'

/** What the state of the script that every hook runs means. */
const SCRIPT = {
  missing: 'hook.sh is missing: no hook can report.',
  outdated: 'hook.sh is not that of this version.',
  'not executable': 'hook.sh may not be run.',
} as const

/** Whether the hooks can run and know where to report. */
export async function checkHookFiles(machine: Machine): Promise<Finding> {
  const { hooks, companion } = machine
  const install = installCommand(machine)
  const { script, target, agents } = hooks
  if (agents.every(({ installed }) => installed === 'no')) {
    return { level: 'fail', line: 'No agent has hooks: nothing is ever reported.', todo: install }
  }
  if (script !== 'present') return { level: 'fail', line: SCRIPT[script], todo: install }
  if (target === undefined) return { level: 'fail', line: 'The hooks do not know where to report.', todo: install }
  if ('problem' in companion || target === companion.url) return { level: 'ok', line: `The hooks report to ${target}` }
  return {
    level: 'warn',
    line: `The hooks report to ${target}, but the companion is looked for at ${companion.url}.`,
    todo: 'Set CODEXBAR_PORT to the same everywhere, or nowhere.',
  }
}

/** Whether each agent has its hooks, and will run them. */
export async function checkAgents(machine: Machine): Promise<Finding[]> {
  return machine.hooks.agents.flatMap((agent) => judge(agent, installCommand(machine)))
}

/** One step for all of it: where Claude's status line is not handed on yet and is wanted, that goes along. */
function installCommand({ hooks, settings, launcher }: Machine): string {
  const isOff = !('problem' in settings) && settings.quota.sources.status_line === false
  const lacksLine = hooks.agents.some(({ statusLine }) => statusLine !== undefined && statusLine.is !== 'ours')
  return `${launcher} hooks install${lacksLine && !isOff ? ' --statusline' : ''}`
}

function judge(agent: AgentReport, install: string): Finding | Finding[] {
  const { name, version, installed, problem, blocked } = agent
  const called = version === undefined ? name : `${name} ${version}`
  if (problem !== undefined) {
    return { level: 'fail', line: `${called}: ${problem}`, todo: 'Correct that file; it is left as it is until then.' }
  }
  if (installed === 'no') {
    if (version === undefined) return { level: 'warn', line: `${name} has no hooks; it was never used here.` }
    return { level: 'fail', line: `${called} has no hooks.`, todo: install }
  }
  if (installed === 'partly') return { level: 'fail', line: `${called}: some hooks are missing or old.`, todo: install }
  const stopped = blocked.map(
    (why): Finding => ({
      level: 'fail',
      line: `${called} runs no hooks: ${why}.`,
      todo: describeBlocked(why),
    }),
  )
  const skipped = skippedHooks(agent)
  if (skipped !== undefined) {
    stopped.push({
      // Who never used the agent has nothing to trust yet.
      level: version === undefined ? 'warn' : 'fail',
      line: `${called} skips ${skipped}, which nobody trusted yet.`,
      todo: `Begin a ${name} session and choose "Trust all and continue" when it shows "Hooks need review".`,
    })
  }
  return stopped.length > 0 ? stopped : { level: 'ok', line: `${called} has its hooks` }
}
