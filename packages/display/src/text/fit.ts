import type { FontName, Measure } from '../scene/font.js'

const ELLIPSIS = '...'

/**
 * Returns `text` (ASCII) as it fits `width` pixels: whole, else its longest beginning that fits with an ellipsis behind
 * it, else nothing. Measures whole strings, so kerning is allowed for; ends whatever the measure says.
 */
export function fit(text: string, width: number, font: FontName, measure: Measure): string {
  if (!(width > 0)) return ''
  if (measure(text, font) <= width) return text
  let kept = -1
  let low = 0
  let high = text.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (measure(cut(text, middle), font) <= width) {
      kept = middle
      low = middle + 1
    } else high = middle - 1
  }
  return kept < 0 ? '' : cut(text, kept)
}

function cut(text: string, length: number): string {
  return text.slice(0, length).trimEnd() + ELLIPSIS
}
