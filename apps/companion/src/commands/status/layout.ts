import { columns } from '@codexbar/protocol/wire'
import type { SessionRow } from '@codexbar/protocol/words'
import { GUTTER } from '../table.js'
import { STATE_WIDTH } from './session-row.js'

/** A column of the view. */
export type Column = 'state' | 'project' | 'provider' | 'phrase' | 'age'

/** How many terminal columns each column gets; one that found no room is missing. */
export type Layout = ReadonlyMap<Column, number>

/** The columns from left to right with the width below which each is not worth showing. */
const COLUMNS: readonly (readonly [Column, number])[] = [
  ['state', STATE_WIDTH],
  ['project', 6],
  ['provider', 6],
  ['phrase', 10],
  ['age', 3],
]

/** What is left out first where there is no room. */
const LEFT_OUT: readonly Column[] = ['provider', 'phrase', 'age', 'project']

/** Who may grow to which width, in this order, while there is room. */
const GROWTH: readonly (readonly [Column, number])[] = [
  ['age', Number.POSITIVE_INFINITY],
  ['project', 24],
  ['phrase', Number.POSITIVE_INFINITY],
  ['project', Number.POSITIVE_INFINITY],
]

/** Returns the widths for showing `rows` in `width` terminal columns. */
export function layOut(rows: readonly SessionRow[], width: number): Layout {
  const layout = new Map(COLUMNS)
  for (const column of LEFT_OUT) {
    if (taken(layout) <= width) break
    layout.delete(column)
  }
  if (taken(layout) > width) layout.set('state', Math.max(0, width))
  for (const [column, limit] of GROWTH) {
    const now = layout.get(column)
    if (now === undefined) continue
    const wanted = Math.min(limit, Math.max(now, ...rows.map((row) => columns(row[column]))))
    layout.set(column, now + Math.max(0, Math.min(wanted - now, width - taken(layout))))
  }
  return layout
}

function taken(layout: Layout): number {
  let sum = 0
  for (const width of layout.values()) sum += width + GUTTER.length
  return sum - GUTTER.length
}
