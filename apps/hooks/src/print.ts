import type { Change, Changed } from './change-hooks.js'
import type { AgentReport } from './inspect-agent.js'
import type { HooksReport } from './inspect-hooks.js'
import type { Answered } from './last-events.js'
import { skippedHooks } from './skipped-hooks.js'

/** The units of an age, largest first. */
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 's']
  return `${Math.floor(seconds / size)} ${name} ago`
}

/** Returns the lines that tell what a change did, or with `dryRun` would do. */
export function printChanged(
  change: Change,
  { outcomes, written, left }: Changed,
  notes: readonly AgentReport[],
): string {
  const done = change.action === 'install' ? 'hooks installed in' : 'hooks removed from'
  const same = change.action === 'install' ? 'already installed in' : 'no hooks of ours in'
  const lines = written.map((path) => `${change.dryRun ? 'would write' : 'wrote'} ${path}`)
  for (const outcome of outcomes) {
    const { agent, file } = outcome
    if ('problem' in outcome) lines.push(`${agent.name}: not done: ${outcome.problem}`)
    else if (outcome.diff === '') lines.push(`${agent.name}: ${same} ${file}`)
    else if (change.dryRun) lines.push(outcome.diff.trimEnd())
    else lines.push(`${agent.name}: ${done} ${file}`)
    if ('kept' in outcome) {
      lines.push(
        `  kept ${outcome.kept}: the settings from before the install, which were edited since; delete it when you like`,
      )
    }
    if (change.action === 'install' && !change.dryRun && 'diff' in outcome) {
      if (outcome.diff !== '') lines.push(`  next: ${agent.next}`)
      lines.push(...warnings(notes.find((report) => report.agent === agent.id)).map((what) => `  warning: ${what}`))
    }
  }
  if (left !== undefined)
    lines.push(`kept ${left}: the companion's own files; delete the folder when you are done with it`)
  if (change.dryRun) lines.push('dry run: nothing was written')
  return lines.join('\n')
}

/** Returns what keeps the hooks from running, and what else keeps a status line of ours. */
function warnings(report: AgentReport | undefined): string[] {
  const { blocked = [], statusLine } = report ?? {}
  const only = statusLine?.is === 'ours' ? statusLine.blocked.filter((what) => !blocked.includes(what)) : []
  return [
    ...blocked.map((what) => `these hooks will not run: ${what}`),
    ...only.map((what) => `the status line will not run: ${what}`),
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

function statusLineWords({ statusLine }: AgentReport): string | undefined {
  if (statusLine === undefined) return undefined
  const { is, wraps, outdated } = statusLine
  if (is !== 'ours') return `${is === 'none' ? 'none' : 'not reported'} (install --statusline reports the quota)`
  return `reported, ${wraps ? 'around your own' : 'showing nothing'}${outdated ? ' (outdated: run install)' : ''}`
}

function lastWords({ name }: AgentReport, companion: Answered, now: number): string {
  if (!companion.running) return `unknown, no companion at ${companion.url} (${companion.why})`
  const last = companion.last.get(name)
  return last ? `${ago(last.at, now)}${last.event === undefined ? '' : ` (${last.event})`}` : 'none yet'
}

/** Returns the lines of `status`. `now` is in milliseconds since 1970. */
export function printStatus(report: HooksReport, companion: Answered, now: number): string {
  const blocks = report.agents.map((agent) => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['settings', agent.file],
      ['installed', installedWords(agent)],
      ['version seen', agent.version ?? 'unknown'],
      ['trusted', trustWords(agent)],
      ['status line', statusLineWords(agent)],
      ['last event', lastWords(agent, companion, now)],
      ...warnings(agent).map((what) => ['warning', what] as const),
    ]
    const shown = rows.filter(([, value]) => value !== undefined)
    return [agent.name, ...shown.map(([label, value]) => `  ${label.padEnd(14)}${value}`)].join('\n')
  })
  const used = report.agents.some(({ installed }) => installed !== 'no')
  const lined = report.agents.some(({ statusLine }) => statusLine?.is === 'ours')
  const scripts = [
    ...(used && report.script !== 'present' ? [`hook.sh is ${report.script}`] : []),
    ...(lined && report.statusLineScript !== 'present' ? [`statusline.sh is ${report.statusLineScript}`] : []),
  ]
  const problem = scripts.length > 0 ? ` (${scripts.join(', ')}: run install)` : ''
  return [...blocks, `home ${report.home}${problem}`].join('\n')
}
