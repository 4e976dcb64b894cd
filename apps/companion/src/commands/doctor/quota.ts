import { CompanionError } from '@codexbar/client'
import {
  isSourceState,
  type QuotaReport,
  type QuotaSourceReport,
  SOURCE_STATES,
  type SourceState,
  type Usage,
} from '@codexbar/protocol/wire'
import { describeSourceState, describeWithheld, type QuotaSummary, quotaSummaries } from '@codexbar/protocol/words'
import { adviceFor, adviceForNewer, type Ground, needsMending } from '../quota-advice/advice.js'
import { describeStanding, nameOfSource } from '../quota-advice/describe-source.js'
import { placeSources } from '../quota-advice/place-sources.js'
import { statusLineOf } from '../quota-advice/status-line.js'
import type { Finding, Machine } from './check.js'

/** An agent that wrote its files this soon after its figures were seen has not worked since (ms). */
const SINCE = 5 * 60_000

/**
 * Where each agent's quota figures come from and how old they are, in one line; where one is missing or stale, that line
 * says why and what to do. A source that has to be mended has a line of its own. Nothing is said of an agent that was
 * never used here. Nothing of it makes the doctor fail: sessions are told of all the same.
 */
export async function checkQuota(machine: Machine): Promise<Finding | Finding[]> {
  if ('problem' in machine.companion) return UNKNOWN
  const { client } = machine.companion
  try {
    const [usage, answer] = await Promise.all([client.usage(), client.quota()])
    const report = placeSources(answer, machine.env, 'problem' in machine.settings ? {} : machine.settings)
    const summaries = quotaSummaries(usage, 0)
    return usage.providers.flatMap((shown, at) => judge(shown, summaries[at] as QuotaSummary, report, machine))
  } catch (error) {
    if (error instanceof CompanionError) return UNKNOWN
    throw error
  }
}

const UNKNOWN: Finding = { level: 'warn', line: 'How much quota is used is not known.' }

type Shown = Usage['providers'][number]

function judge(shown: Shown, summary: QuotaSummary, report: QuotaReport, machine: Machine): Finding[] {
  const own = report.sources.filter(({ provider }) => provider === shown.name)
  const ground: Ground = { launcher: machine.launcher, statusLine: statusLineOf(machine.hooks) }
  const broken = own.filter(needsMending).map((source) => describeBroken(source, report, ground))
  const hasNone = shown.windows.length === 0
  if (hasNone && isUnused(shown, own, machine)) return broken
  const isWanting = hasNone || isOutOfDate(shown, machine)
  const silent = isWanting ? own.filter((source) => isSilent(source, machine)) : []
  const isOff = own.every(({ enabled }) => !enabled)
  const why = isOff ? [] : silent.map((source) => describeSilent(source, report))
  if (hasNone) {
    const reasons = [...whyNone(shown, report), ...why].join('; ')
    const todo = silent.flatMap((source) => adviceFor(source, ground) ?? [])[0]
    const line = `${shown.name}: no quota is known${reasons === '' ? '' : `: ${reasons}`}.`
    return [{ level: 'warn', line, ...(todo === undefined ? {} : { todo }) }, ...broken]
  }
  const line = describeFigures(shown, summary, report) + (why.length === 0 ? '' : ` (${why.join('; ')})`)
  if (!isWanting) return [{ level: 'ok', line }, ...broken]
  return [{ level: 'warn', line, todo: adviceForNewer(shown.name, own, ground) }, ...broken]
}

function describeFigures({ name, source }: Shown, { rows, age, stale }: QuotaSummary, report: QuotaReport): string {
  const figures = rows
    .map((row) => `${row.label} ${row.percent}${row.stale && !stale ? ` (${row.age} ago)` : ''}`)
    .join(', ')
  return `${name}: ${figures}; seen ${age} ago${source === null ? '' : ` by ${nameOfSource(source, report)}`}`
}

/** How a source stands that nobody found anything at. */
const UNTOUCHED: readonly string[] = ['off', 'unheard', 'absent'] satisfies SourceState[]

function isUnused({ name }: Shown, own: readonly QuotaSourceReport[], { hooks }: Machine): boolean {
  const agent = hooks.agents.find((one) => one.name === name)
  return agent !== undefined && agent.lastRan === undefined && own.every(({ state }) => UNTOUCHED.includes(state))
}

/** What keeps everything that was read from being shown, where anything was; else whether nobody may look. */
function whyNone({ name }: Shown, { readings, sources }: QuotaReport): string[] {
  const kept = new Set(readings.flatMap(({ provider, why }) => (provider === name && why !== undefined ? [why] : [])))
  if (kept.size > 0) return [`what was read does not count (${[...kept].map(describeWithheld).join(', ')})`]
  const own = sources.filter(({ provider }) => provider === name)
  return own.length > 0 && own.every(({ enabled }) => !enabled) ? ['every source is switched off'] : []
}

/** Whether a figure is stale or unknown though the agent worked after it was seen. An agent that rests uses nothing. */
function isOutOfDate({ name, windows, stale, observed_at }: Shown, { hooks, now }: Machine): boolean {
  if (!stale && windows.every((window) => window.pct !== null && window.stale !== true)) return false
  const ran = hooks.agents.find((agent) => agent.name === name)?.lastRan
  return ran === undefined || Math.min(ran, now()) > (observed_at ?? 0) * 1_000 + SINCE
}

/** Whether a source has nothing to say though it was wanted, or was switched off by hand. What is broken says more. */
function isSilent(source: QuotaSourceReport, { settings }: Machine): boolean {
  if (!source.enabled) return !('problem' in settings) && settings.quota.sources[source.source] === false
  return source.state !== 'ok' && !needsMending(source)
}

function describeSilent(source: QuotaSourceReport, report: QuotaReport): string {
  const { state } = source
  const failed = isSourceState(state) && SOURCE_STATES[state].failed
  const standing = failed ? describeStanding(source, report.now) : describeSourceState(state)
  return `${nameOfSource(source.source, report)}: ${standing}`
}

function describeBroken(source: QuotaSourceReport, report: QuotaReport, ground: Ground): Finding {
  const todo = adviceFor(source, ground)
  const line = `${source.provider}: ${nameOfSource(source.source, report)}: ${describeStanding(source, report.now)}`
  return { level: 'warn', line, ...(todo === undefined ? {} : { todo }) }
}
