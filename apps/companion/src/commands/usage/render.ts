import type { QuotaReport, Usage } from '@codexbar/protocol/wire'
import { quotaSummaries } from '@codexbar/protocol/words'
import type { Ground } from '../quota/advice.js'
import { nameOfSource } from '../quota/describe-source.js'
import type { Line } from '../tone.js'
import { renderSources } from './sources.js'
import { renderWindows } from './windows.js'

/**
 * Returns the quota of every provider in lines of at most `width` terminal columns: its windows as they are shown, then
 * each source with what it says of them, what keeps that from counting, and what to do where it says nothing.
 */
export function renderUsage(usage: Usage, report: QuotaReport, ground: Ground, width: number): Line[] {
  return quotaSummaries(usage, 0).flatMap((summary, at) => {
    const sources = report.sources.filter(({ provider }) => provider === summary.provider)
    const from = usage.providers[at]?.source ?? null
    const windows = renderWindows(summary, from === null ? '' : nameOfSource(from, report), width)
    const below = renderSources(sources, report, usage, ground, width)
    return [...(at === 0 ? [] : [[]]), ...windows, ...(below.length === 0 ? [] : [[]]), ...below]
  })
}
