import { columns } from '@codexbar/protocol/wire'

/**
 * Returns a text as lines of at most `width` terminal columns, broken between words; a word that is wider than that has
 * a line of its own.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && columns(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
