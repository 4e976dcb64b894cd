import type { HooksReport, StatusLineReport } from '@codexbar/hooks'
import { describeBlocked } from '../describe-blocked.js'

/** What the files say of the status line that hands Claude's quota on, and of the script that it runs. */
export type StatusLine = StatusLineReport & { script: HooksReport['statusLineScript'] }

/** Returns what the files say of Claude's status line; `undefined` where its settings cannot be read. */
export function statusLineOf({ agents, statusLineScript: script }: HooksReport): StatusLine | undefined {
  const report = agents.find(({ name }) => name === 'Claude')?.statusLine
  return report && { ...report, script }
}

/** Returns what keeps the companion from hearing the status line and what to do about it; `undefined` for nothing known. */
export function describeDeaf(statusLine: StatusLine | undefined, launcher: string): string | undefined {
  if (statusLine === undefined) return undefined
  const { is, outdated, script, blocked } = statusLine
  if (is !== 'ours' || outdated === true || script !== 'present') {
    return `Let Claude's status line be heard: ${launcher} hooks install --statusline`
  }
  const [why] = blocked
  return why === undefined ? undefined : `Claude runs no status line: ${why}. ${describeBlocked(why)}`
}

/** Returns what a person does to let the companion hear the status line, as a sentence. */
export function describeUnheard(statusLine: StatusLine | undefined, launcher: string): string {
  return describeDeaf(statusLine, launcher) ?? 'It is heard with the first answer of a Claude session in a terminal.'
}
