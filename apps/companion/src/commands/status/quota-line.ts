import type { QuotaLevel, QuotaRow, QuotaSummary } from '@codexbar/protocol/words'
import { clip, lengthOf } from '../clip.js'
import type { Line, Span, Tone } from '../tone.js'

/** What is about to stop the person stands out; the rest is for who looks. */
const LEVEL_TONES: Readonly<Record<QuotaLevel, Tone>> = { calm: 'strong', high: 'warn', full: 'error' }

/**
 * Returns each provider's quota as a line of at most `width` terminal columns: for how long it is used up and how old
 * its figures are, where they are old; then its windows, with the reset of the one that stops the person first. Old
 * figures are faint, but not that all is used up, which only a reset ends; with `faint` everything is.
 */
export function quotaLines(summaries: readonly QuotaSummary[], width: number, faint: boolean): Line[] {
  const name = Math.max(0, ...summaries.map(({ provider }) => provider.length))
  return summaries.map((summary) => {
    const called: Span = { text: `${summary.provider.padEnd(name)}  `, tone: summary.stale ? 'faint' : 'plain' }
    const spans = [called, ...spansOf(summary)]
    return clip(faint ? spans.map(({ text }) => ({ text, tone: 'faint' as const })) : spans, width)
  })
}

function spansOf(summary: QuotaSummary): Span[] {
  const { rows, note, blocked, stale, age } = summary
  const remark: Span = { text: note, tone: blocked ? 'error' : 'faint' }
  const seen: Span = { text: stale && age !== '' ? `seen ${age} ago` : '', tone: 'faint' }
  const windows = rows.map((row) => windowSpans(row, summary))
  // What is cut for want of room is the least of it.
  const parts = blocked ? [[remark], [seen], ...windows] : [[seen], ...windows, [remark]]
  const said = parts.filter((part) => lengthOf(part) > 0)
  return said.flatMap((part, at) => (at === 0 ? part : [DOT, ...part]))
}

const DOT: Span = { text: ' · ', tone: 'faint' }

function windowSpans(row: QuotaRow, summary: Pick<QuotaSummary, 'blocked' | 'stale'>): Span[] {
  const { label, figure, level, resets, age, stale, binds } = row
  // For how long all is used up, and how old all of it is, is said once.
  const parts = [binds && !summary.blocked ? resets : '', stale && !summary.stale ? `${age} ago` : '']
  const more = parts.filter((part) => part !== '').join(', ')
  return [
    { text: `${label} ${figure}`, tone: stale ? 'faint' : binds ? LEVEL_TONES[level] : 'plain' },
    ...(more === '' ? [] : [{ text: ` (${more})`, tone: 'faint' as const }]),
  ]
}
