import { plainLine } from '@codexbar/protocol/wire'
import { describeAge } from '@codexbar/protocol/words'
import type { Change, Changed } from './change-hooks.js'
import type { ScriptName, ScriptState } from './hook-home.js'
import type { AgentReport } from './inspect-agent.js'
import type { HooksReport } from './inspect-hooks.js'
import type { Answered } from './last-events.js'
import { skippedHooks } from './skipped-hooks.js'
import type { WrittenLine } from './status-line-command.js'

/** How much of a person's own command is told. */
const COMMAND_LIMIT = 60

/** What a change did to settings, and what it says where there was nothing to do. */
const DONE = {
  install: ['hooks installed in', 'already installed in'],
  uninstall: ['hooks removed from', 'no hooks of ours in'],
  unwrap: ['status line taken out again, hooks left as they are, in', 'no status line of ours in'],
} as const

/** Returns the lines that tell what a change did, or with `dryRun` would do. */
export function printChanged(
  change: Change,
  { outcomes, written, left }: Changed,
  notes: readonly AgentReport[],
): string {
  const { action, dryRun, statusLine = false } = change
  const [done, same] = DONE[action === 'uninstall' && statusLine ? 'unwrap' : action]
  const lines = written.map((path) => `${dryRun ? 'would write' : 'wrote'} ${path}`)
  for (const outcome of outcomes) {
    const { agent, file } = outcome
    if ('problem' in outcome) lines.push(`${agent.name}: not done: ${outcome.problem}`)
    else if (outcome.diff === '') lines.push(`${agent.name}: ${same} ${file}`)
    else if (dryRun) lines.push(outcome.diff.trimEnd())
    else lines.push(`${agent.name}: ${done} ${file}`)
    if ('kept' in outcome) {
      lines.push(
        `  kept ${outcome.kept}: the settings from before the install, which were edited since; delete it when you like`,
      )
    }
    if ('problem' in outcome) continue
    if (action === 'install' && !dryRun && outcome.diff !== '') lines.push(`  next: ${agent.next}`)
    if (outcome.line !== undefined && !dryRun) lines.push(`  status line: ${lineWords(action, outcome.line)}`)
    if (action === 'install') {
      const report = notes.find(({ agent: id }) => id === agent.id)
      lines.push(...warnings(report, statusLine).map((what) => `  warning: ${what}`))
    }
  }
  if (left !== undefined)
    lines.push(`kept ${left}: the companion's own files; delete the folder when you are done with it`)
  if (dryRun) lines.push('dry run: nothing was written')
  return lines.join('\n')
}

function lineWords(action: Change['action'], { own }: WrittenLine): string {
  const command = own === undefined ? undefined : `\`${plainLine(own, COMMAND_LIMIT)}\``
  if (action === 'uninstall') return command === undefined ? 'none, as before' : `your own ${command} is back`
  return `reported, ${command === undefined ? 'shows nothing of its own' : `around your own ${command}`}; figures come with the next answer`
}

/** Returns what keeps the hooks from running, and with them a status line that is ours or `wanted`. */
function warnings(report: AgentReport | undefined, wanted = false): string[] {
  const { blocked = [], statusLine } = report ?? {}
  const line = statusLine !== undefined && (wanted || statusLine.is === 'ours') ? statusLine.blocked : []
  return [
    ...blocked.map((what) => `these hooks${line.includes(what) ? ' and the status line' : ''} will not run: ${what}`),
    ...line.filter((what) => !blocked.includes(what)).map((what) => `the status line will not run: ${what}`),
  ]
}

function installedWords({ installed, events, problem }: AgentReport): string {
  if (problem !== undefined) return `unknown: ${problem}`
  if (installed === 'yes') return `yes, all ${events.current.length} events`
  if (installed === 'no') return 'no'
  const missing = events.missing.length > 0 ? [`missing ${events.missing.join(', ')}`] : []
  const outdated = events.outdated.length > 0 ? [`outdated ${events.outdated.join(', ')}`] : []
  return `partly: ${[...missing, ...outdated].join('; ')} (run install)`
}

function trustWords(agent: AgentReport): string | undefined {
  if (!agent.trust || agent.installed === 'no') return undefined
  const skipped = skippedHooks(agent)
  if (skipped === undefined) return 'yes'
  return `no, Codex skips ${skipped}: restart it and choose "Trust all and continue"`
}

/** A script that is not as an install leaves it. */
type Unfit = { name: ScriptName; state: ScriptState }

function unfitScripts({ script, statusLineScript }: HooksReport): Unfit[] {
  const scripts: Unfit[] = [
    { name: 'hook.sh', state: script },
    { name: 'statusline.sh', state: statusLineScript },
  ]
  return scripts.filter(({ state }) => state !== 'present')
}

function unfitWords(unfit: readonly Unfit[]): string {
  return unfit.map(({ name, state }) => `${name} is ${state}`).join(', ')
}

function statusLineWords({ statusLine }: AgentReport, unfit: readonly Unfit[]): string | undefined {
  if (statusLine === undefined) return undefined
  const { is, wraps, outdated } = statusLine
  if (is !== 'ours') return `${is === 'none' ? 'none' : 'not reported'} (install --statusline reports the quota)`
  const around = wraps ? 'around your own' : 'showing nothing'
  if (outdated) return `reported, ${around} (outdated: run install)`
  // An old script still reports.
  const gone = unfit.filter(({ state }) => state !== 'outdated')
  return gone.length > 0 ? `not reported: ${unfitWords(gone)} (run install)` : `reported, ${around}`
}

function lastWords({ name }: AgentReport, companion: Answered, now: number): string {
  if (!companion.running) return `unknown, no companion at ${companion.url} (${companion.why})`
  const last = companion.last.get(name)
  return last ? `${describeAge(now - last.at)} ago${last.event === undefined ? '' : ` (${last.event})`}` : 'none yet'
}

/** Returns the lines of `status`. `now` is in milliseconds since 1970. */
export function printStatus(report: HooksReport, companion: Answered, now: number): string {
  const unfit = unfitScripts(report)
  const blocks = report.agents.map((agent) => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['settings', agent.file],
      ['installed', installedWords(agent)],
      ['version seen', agent.version ?? 'unknown'],
      ['trusted', trustWords(agent)],
      ['status line', statusLineWords(agent, unfit)],
      ['last event', lastWords(agent, companion, now)],
      ...warnings(agent).map((what) => ['warning', what] as const),
    ]
    const shown = rows.filter(([, value]) => value !== undefined)
    return [agent.name, ...shown.map(([label, value]) => `  ${label.padEnd(14)}${value}`)].join('\n')
  })
  const lined = report.agents.some(({ statusLine }) => statusLine?.is === 'ours')
  const used = lined || report.agents.some(({ installed }) => installed !== 'no')
  const needed = unfit.filter(({ name }) => (name === 'hook.sh' ? used : lined))
  const problem = needed.length > 0 ? ` (${unfitWords(needed)}: run install)` : ''
  return [...blocks, `home ${report.home}${problem}`].join('\n')
}
