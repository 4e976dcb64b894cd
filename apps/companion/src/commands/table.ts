import { columns, truncateLabel } from '@codexbar/protocol/wire'
import { clip } from './clip.js'
import type { Line, Span } from './tone.js'

/** A column of a table. Where there is no room the one that gives way first (1 before 2) is left out; 0 never is. */
export type TableColumn = { align: 'left' | 'right'; givesWay: number }

/** The space between two columns. */
export const GUTTER = '  '

/** A first column that is cut to less says nothing any more. */
const NARROWEST = 4

/**
 * Returns rows of cells as lines of at most `width` terminal columns, each behind `indent`: as wide as their contents,
 * without the columns that are empty or find no room. The first column is cut where the others need the room.
 */
export function layTable(
  rows: readonly (readonly Span[])[],
  rules: readonly TableColumn[],
  width: number,
  indent: string,
): Line[] {
  const widths = rules.map((_, at) => Math.max(0, ...rows.map((row) => columns(row[at]?.text ?? ''))))
  const room = width - indent.length
  const shown = chooseColumns(widths, rules, room)
  const first = shown[0] ?? 0
  const cut = (widths[first] ?? 0) - Math.max(0, taken(widths, shown) - room)
  widths[first] = Math.min(widths[first] ?? 0, Math.max(NARROWEST, cut))
  return rows.map((row) => {
    const cells = shown.map((at) => pad(row[at] ?? { text: '' }, widths[at] ?? 0, rules[at]?.align))
    return clip(trimEnd([{ text: indent }, ...cells.flatMap((cell, at) => (at === 0 ? [cell] : [GAP, cell]))]), width)
  })
}

/** Returns `text` in exactly `width` terminal columns. */
export function fill(text: string, width: number, align: TableColumn['align']): string {
  const label = truncateLabel(text, width)
  const space = ' '.repeat(Math.max(0, width - columns(label)))
  return align === 'left' ? label + space : space + label
}

const GAP: Span = { text: GUTTER }

function chooseColumns(widths: readonly number[], rules: readonly TableColumn[], room: number): number[] {
  let shown = widths.flatMap((width, at) => (width > 0 ? [at] : []))
  const order = shown.filter((at) => (rules[at]?.givesWay ?? 0) > 0)
  order.sort((a, b) => (rules[a]?.givesWay ?? 0) - (rules[b]?.givesWay ?? 0))
  for (const at of order) {
    if (taken(widths, shown) <= room) break
    shown = shown.filter((one) => one !== at)
  }
  return shown
}

function taken(widths: readonly number[], shown: readonly number[]): number {
  return shown.reduce((sum, at) => sum + (widths[at] ?? 0) + GUTTER.length, -GUTTER.length)
}

function pad({ text: whole, ...rest }: Span, width: number, align: TableColumn['align'] = 'left'): Span {
  return { ...rest, text: fill(whole, width, align) }
}

/** No line ends in spaces: in a pipe they would be there for nobody. */
function trimEnd(line: readonly Span[]): Line {
  const kept = [...line]
  while (kept.length > 0) {
    const last = kept.pop() as Span
    const text = last.text.trimEnd()
    if (text !== '') return [...kept, { ...last, text }]
  }
  return []
}
