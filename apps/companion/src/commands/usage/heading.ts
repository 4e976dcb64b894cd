import { clip, lengthOf } from '../clip.js'
import type { Line, Span } from '../tone.js'
import { wrap } from '../wrap.js'

const GAP = '  '

/**
 * Returns a heading with what is said of it behind it; each part below it, two columns further in, where `width`
 * terminal columns have no room for all of it. Parts of no text are left out.
 */
export function headed(head: Span, parts: readonly Span[], width: number): Line[] {
  const said = parts.filter(({ text }) => text !== '')
  const line = [head, ...said.map((part) => ({ ...part, text: GAP + part.text }))]
  if (lengthOf(line) <= width) return [line]
  const indent = ' '.repeat(head.text.length - head.text.trimStart().length) + GAP
  const below = said.flatMap((part) =>
    wrap(part.text, width - indent.length).map((text): Line => clip([{ ...part, text: indent + text }], width)),
  )
  return [clip([head], width), ...below]
}
