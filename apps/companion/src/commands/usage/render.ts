import type { QuotaReport, Usage } from '@codexbar/protocol/wire'
import { quotaSummaries } from '@codexbar/protocol/words'
import type { Ground } from '../quota-advice/advice.js'
import type { Line } from '../tone.js'
import { renderOptIns, renderSources } from './sources.js'
import { renderWindows, type Shown } from './windows.js'

/**
 * Returns the quota of every provider in lines of at most `width` terminal columns: its windows as they are shown, then
 * each source with what it says otherwise, what keeps that from counting, and what to do where it says nothing. The
 * sources that nobody switched on come last, in one line.
 */
export function renderUsage(usage: Usage, report: QuotaReport, ground: Ground, width: number): Line[] {
  const summaries = quotaSummaries(usage, 0)
  const shown = usage.providers.flatMap((entry, at): Shown[] => {
    const summary = summaries[at]
    return summary === undefined ? [] : [{ entry, summary }]
  })
  const windows = renderWindows(shown, report, width)
  const sources = renderSources(usage, report, ground, width)
  const blocks = usage.providers.flatMap((_, at) => [windows[at] ?? [], sources[at] ?? []])
  return [...blocks, renderOptIns(report, width)]
    .filter((block) => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : [[], ...block]))
}
