import { columns, NAME_LIMIT, plainLine, type Token } from '@codexbar/protocol/wire'
import { describeAge } from '@codexbar/protocol/words'

const HEAD = ['id', 'name', 'kind', 'scopes', 'made', 'last used']
const GAP = '  '

/** How long ago a use of less than a day ago was, at most (ms). */
const WITHIN = [
  [60_000, 'within a minute'],
  [3_600_000, 'within an hour'],
  [24 * 3_600_000, 'within a day'],
] as const

/** Returns the tokens as lines of a table, with their ages at `now` (Unix ms). */
export function renderTokens(tokens: readonly Token[], now: number): string[] {
  const rows = [HEAD, ...tokens.map((token) => rowOf(token, now))]
  const widths = HEAD.map((_, index) => Math.max(...rows.map((row) => columns(row[index] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - columns(cell)))
      .join(GAP)
      .trimEnd(),
  )
}

function rowOf({ id, name, kind, scopes, created_at, used_at }: Token, now: number): string[] {
  const ago = (at: number): string => `${describeAge(now - at * 1_000)} ago`
  return [
    id,
    plainLine(name, NAME_LIMIT),
    kind,
    scopes.join(' '),
    ago(created_at),
    used_at === undefined ? 'never' : used(now - used_at * 1_000),
  ]
}

/** A use is noted once a day: the last one was since then, at any time. */
function used(ms: number): string {
  const within = WITHIN.find(([limit]) => ms < limit)
  return within === undefined ? `${describeAge(ms)} ago` : within[1]
}
