import { SILENT, SPELLINGS, type Spelling } from './ascii-table.js'

/** What stands for what cannot be written. */
const LOST = '?'

/** More characters than the screen has room for in its narrowest letters; the companion's names have at most 64. */
const LONGEST = 96

/**
 * Returns `text` as the device's fonts can draw it: bytes 0x20 to 0x7e, one line, spaces folded. Letters are written by
 * their Latin spelling, emoji are left out, a run of what cannot be written is one `?`; a text that is not empty never
 * becomes empty. Neither reads nor writes more than a line of the screen has room for. Too dear for every second: what
 * is heard is spelled when it is.
 */
export function toAscii(text: string): string {
  let written = ''
  let read = 0
  let gap = ''
  let isRun = false
  for (const point of text) {
    if (read === LONGEST) break
    read += 1
    const letters = spell(point.codePointAt(0) as number, point)
    const isLost = letters === LOST && point !== LOST
    if (letters === ' ') gap = written === '' ? '' : ' '
    else if (letters !== '' && !(isLost && isRun && gap === '')) {
      written += gap + letters
      gap = ''
      isRun = isLost
    }
  }
  if (written === '') return text === '' ? '' : LOST
  return written.slice(0, LONGEST).trimEnd()
}

/** Returns how a code point is written: nothing for one that is left out, `?` for one that is lost. */
function spell(code: number, point: string): string {
  if (code >= 0x20 && code <= 0x7e) return point
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  const row = rowOf(code)
  if (row === undefined) return LOST
  const { first, width, entries } = row
  if (width === 0) return entries
  const at = (code - first) * width
  const entry = entries.slice(at, at + width).trimEnd()
  return entry === SILENT ? '' : entry
}

/** Returns the row that has a code point, found by halves: a name of strange letters must not cost much more. */
function rowOf(code: number): Spelling | undefined {
  let low = 0
  let high = SPELLINGS.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = SPELLINGS[middle] as Spelling
    if (code < row.first) high = middle - 1
    else if (code > row.last) low = middle + 1
    else return row
  }
  return undefined
}
