/**
 * Returns `text` as one harmless line: terminal escapes, control and bidirectional characters removed, white space
 * folded, at most `limit` code points. Safe on a display, in a terminal and in a push.
 */
export function plainLine(text: string, limit: number): string {
  const clean = text.replace(TITLES, '').replace(ESCAPES, '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
  return truncate(clean, limit)
}

/** Returns the first `limit` code points of `text`; a cut one ends in an ellipsis, which counts. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const points = Array.from(text)
  return points.length <= limit ? text : `${points.slice(0, Math.max(0, limit - 1)).join('')}…`
}

/** Returns how many terminal columns `text` takes: two for a wide East Asian character or an emoji, none for a mark. */
export function columns(text: string): number {
  let sum = 0
  for (const point of text) sum += columnsOf(point.codePointAt(0) as number)
  return sum
}

/** Returns `text` cut to at most `width` terminal columns, ellipsis included; nothing fits a width of 0 or less. */
export function truncateLabel(text: string, width: number): string {
  if (width <= 0) return ''
  if (columns(text) <= width) return text
  let kept = ''
  let used = 1
  for (const point of text) {
    used += columnsOf(point.codePointAt(0) as number)
    if (used > width) break
    kept += point
  }
  return `${kept}…`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const TITLES = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const ESCAPES = /[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The ranges that terminals draw in two columns (Unicode East Asian Width W and F, emoji included). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
]

function columnsOf(point: number): number {
  if ((point >= 0x300 && point <= 0x36f) || (point >= 0xfe00 && point <= 0xfe0f)) return 0
  return WIDE.some(([from, to]) => point >= from && point <= to) ? 2 : 1
}
