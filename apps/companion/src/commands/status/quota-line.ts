import type { QuotaRow, QuotaSummary } from '@codexbar/protocol/words'
import { clip, lengthOf } from '../clip.js'
import { levelTone } from '../level-tone.js'
import type { Line, Span } from '../tone.js'

/** What a line says beside its figures, by what is left out first where there is no room for all of it. */
const BESIDE = ['resets and ages', 'when it was seen'] as const

/**
 * Returns each provider's quota as a line of at most `width` terminal columns: for how long it is used up and how old
 * its figures are, where they are stale; then its windows, with the reset of the one that stops the person first. Where
 * there is no room, resets and ages go before any figure is cut. Stale figures are faint, but not that all is used up,
 * which only a reset ends; with `faint` everything is.
 */
export function quotaLines(summaries: readonly QuotaSummary[], width: number, faint: boolean): Line[] {
  const name = Math.max(0, ...summaries.map(({ provider }) => provider.length))
  return summaries.map((summary) => {
    const called: Span = { text: `${summary.provider.padEnd(name)}  `, tone: summary.stale ? 'faint' : 'plain' }
    const spans = [called, ...fitted(summary, width - lengthOf([called]))]
    return clip(faint ? spans.map(({ text }) => ({ text, tone: 'faint' as const })) : spans, width)
  })
}

/** What is said of a provider with as much beside its figures as `width` columns have room for. */
function fitted(summary: QuotaSummary, width: number): Span[] {
  for (let left = 0; left < BESIDE.length; left += 1) {
    const spans = spansOf(summary, BESIDE.slice(left))
    if (lengthOf(spans) <= width) return spans
  }
  return spansOf(summary, [])
}

function spansOf(summary: QuotaSummary, beside: readonly string[]): Span[] {
  const { rows, note, blocked, stale, age } = summary
  const remark: Span = { text: note, tone: blocked ? 'error' : 'faint' }
  const seen: Span = {
    text: stale && age !== '' && beside.includes('when it was seen') ? `seen ${age} ago` : '',
    tone: 'faint',
  }
  const windows = rows.map((row) => windowSpans(row, summary, beside.includes('resets and ages')))
  // What is cut for want of room is the least of it.
  const parts = blocked ? [[remark], [seen], ...windows] : [[seen], ...windows, [remark]]
  const said = parts.filter((part) => lengthOf(part) > 0)
  return said.flatMap((part, at) => (at === 0 ? part : [DOT, ...part]))
}

const DOT: Span = { text: ' · ', tone: 'faint' }

function windowSpans(row: QuotaRow, summary: Pick<QuotaSummary, 'blocked' | 'stale'>, isWhole: boolean): Span[] {
  const { label, figure, level, resets, age, stale, binds } = row
  // For how long all is used up, and how old all of it is, is said once.
  const parts = [binds && !summary.blocked ? resets : '', stale && !summary.stale ? `${age} ago` : '']
  const more = isWhole ? parts.filter((part) => part !== '').join(', ') : ''
  return [
    { text: `${label} ${figure}`, tone: stale ? 'faint' : binds ? levelTone(level, true) : 'plain' },
    ...(more === '' ? [] : [{ text: ` (${more})`, tone: 'faint' as const }]),
  ]
}
