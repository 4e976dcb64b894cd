import { CompanionError } from '@codexbar/client'

import {
  type QuotaReport,
  type QuotaSourceReport,
  SOURCE_STATES,
  type SourceState,
  type Usage,
} from '@codexbar/protocol/wire'
import { type QuotaSummary, quotaSummaries } from '@codexbar/protocol/words'
import { adviceFor, type Ground } from '../quota/advice.js'
import { describeStanding, nameOfSource } from '../quota/describe-source.js'
import { statusLineOf } from '../quota/status-line.js'
import type { Finding, Machine } from './check.js'

/** An agent that wrote its files this soon after its figures were seen has not worked since (ms). */
const SINCE = 5 * 60_000

/**
 * Where each agent's quota figures come from and how old they are; where one is missing or old, how each source stands
 * and what to do. Nothing of it makes the doctor fail: sessions are told of all the same.
 */
export async function checkQuota(machine: Machine): Promise<Finding | Finding[]> {
  if ('problem' in machine.companion) return UNKNOWN
  const { client } = machine.companion
  try {
    const [usage, report] = await Promise.all([client.usage(), client.quota()])
    const summaries = quotaSummaries(usage, 0)
    return usage.providers.flatMap((shown, at) => judge(shown, summaries[at] as QuotaSummary, report, machine))
  } catch (error) {
    if (error instanceof CompanionError) return UNKNOWN
    throw error
  }
}

const UNKNOWN: Finding = { level: 'warn', line: 'How much quota is left is not known.' }

type Shown = Usage['providers'][number]

function judge(shown: Shown, summary: QuotaSummary, report: QuotaReport, machine: Machine): Finding[] {
  const own = report.sources.filter(({ provider }) => provider === shown.name)
  const ground: Ground = { launcher: machine.launcher, statusLine: statusLineOf(machine.hooks) }
  const isWanting = shown.windows.length === 0 || isOutOfDate(shown, machine)
  const figures = describeQuota(shown, summary, report, isWanting)
  const sources = own.filter((source) => isWorthSaying(source, isWanting, machine))
  return [figures, ...sources.map((source) => describeSource(source, report, ground))]
}

function describeQuota(
  shown: Shown,
  { rows, age, stale }: QuotaSummary,
  report: QuotaReport,
  isWanting: boolean,
): Finding {
  const { name } = shown
  if (rows.length === 0) return { level: 'warn', line: `${name}: no quota is known${whyNone(shown, report)}.` }
  const figures = rows
    .map((row) => `${row.label} ${row.percent}${row.stale && !stale ? ` (${row.age} ago)` : ''}`)
    .join(', ')
  const from = shown.source === null ? '' : ` by ${nameOfSource(shown.source, report)}`
  const line = `${name}: ${figures}; seen ${age} ago${from}`
  if (!isWanting) return { level: 'ok', line }
  return { level: 'warn', line, todo: `Newer figures come with the next answer of a ${name} session.` }
}

/** What keeps everything that was read from being shown, where anything was; else whether nobody may look. */
function whyNone({ name }: Shown, { readings, sources }: QuotaReport): string {
  const kept = new Set(readings.flatMap(({ provider, why }) => (provider === name && why !== undefined ? [why] : [])))
  if (kept.size > 0) return `: what was read does not count (${[...kept].join('; ')})`
  const own = sources.filter(({ provider }) => provider === name)
  return own.length > 0 && own.every(({ enabled }) => !enabled) ? ': every source is switched off' : ''
}

/** Whether a figure is old or unknown though the agent worked after it was seen. An agent that rests uses nothing. */
function isOutOfDate({ name, windows, stale, observed_at }: Shown, { hooks, now }: Machine): boolean {
  if (!stale && windows.every((window) => window.pct !== null && window.stale !== true)) return false
  const ran = hooks.agents.find((agent) => agent.name === name)?.lastRan
  return ran === undefined || Math.min(ran, now()) > (observed_at ?? 0) * 1_000 + SINCE
}

/** A source that failed is always told of, for it was wanted; any other only where a figure is wanting. */
function isWorthSaying(
  { source, state, enabled }: QuotaSourceReport,
  isWanting: boolean,
  { settings }: Machine,
): boolean {
  if (!enabled) return isWanting && !('problem' in settings) && settings.quota.sources[source] === false
  if (state === 'ok') return false
  return isWanting || !Object.hasOwn(SOURCE_STATES, state) || SOURCE_STATES[state as SourceState].failed
}

function describeSource(source: QuotaSourceReport, report: QuotaReport, ground: Ground): Finding {
  const todo = adviceFor(source, ground)
  const line = `${source.provider}: ${nameOfSource(source.source, report)}: ${describeStanding(source, report.now)}`
  return { level: 'warn', line, ...(todo === undefined ? {} : { todo }) }
}
