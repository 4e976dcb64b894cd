import { applyEdits, type Edit, type Node } from 'jsonc-parser'
import { endOfLine, gapTokens, isComment } from './json-gap.js'

function end(node: Node): number {
  return node.offset + node.length
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? ''
}

function beginsItsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(lineBefore(text, offset))
}

/** Returns how a text is laid out: its line break and one step of its indentation. */
function layout(text: string): { eol: string; step: string } {
  return {
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    step: /(?:^|\n)([ \t]+)["{[]/.exec(text)?.[1] ?? '  ',
  }
}

function insertion(offset: number, content: string): Edit {
  return { offset, length: 0, content }
}

function inline(value: unknown, commaFirst: boolean): string {
  return commaFirst ? ` ${JSON.stringify(value)},` : `, ${JSON.stringify(value)}`
}

/**
 * Adds a child behind the last one of an object or array and leaves every other byte as it is. The file's line breaks,
 * indentation and trailing commas are followed, and a comment stays on the line it was written for.
 *
 * @param name the key, when the container is an object.
 */
export function appendChild(text: string, container: Node, value: unknown, name?: string): string {
  const { eol, step } = layout(text)
  const last = container.children?.at(-1)
  const close = end(container) - 1
  const base = indentationAt(text, container.offset)
  const indent = last && beginsItsLine(text, last.offset) ? indentationAt(text, last.offset) : base + step
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `
  const json = JSON.stringify(value, null, step).replaceAll('\n', eol + indent)
  const child = eol + indent + key + json

  const from = last ? end(last) : container.offset + 1
  const gap = gapTokens(text, from, close)
  if (!last) {
    const at = endOfLine(gap, from)
    const closes = gap.some(({ kind, start }) => kind === 'break' && start >= at)
    return applyEdits(text, [insertion(at, closes ? child : child + eol + base)])
  }
  const comma = gap.find(({ kind }) => kind === 'comma')
  const oneLine =
    container.type === 'array' && !beginsItsLine(text, last.offset) && gap.every(({ kind }) => kind !== 'break')
  if (oneLine) return applyEdits(text, [insertion(comma?.end ?? from, inline(value, comma !== undefined))])
  if (comma) return applyEdits(text, [insertion(endOfLine(gap, comma.end), `${child},`)])
  const at = endOfLine(gap, from)
  return applyEdits(text, at === from ? [insertion(from, `,${child}`)] : [insertion(from, ','), insertion(at, child)])
}

/**
 * Takes a child out of an object or array with the comma it needed: what `appendChild` added goes without a trace.
 * Comments stay. An emptied container closes up when nothing but blanks is left in it.
 */
export function removeChild(text: string, container: Node, child: Node): string {
  const siblings = container.children ?? []
  const index = siblings.indexOf(child)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  const before = gapTokens(text, previous ? end(previous) : container.offset + 1, child.offset)
  const after = gapTokens(text, end(child), next ? next.offset : end(container) - 1)
  const commaAfter = after.find(({ kind }) => kind === 'comma')
  const commaBefore = commaAfter ? undefined : before.find(({ kind }) => kind === 'comma')

  const solid = before.filter(({ kind }) => kind !== 'blank' && kind !== 'break').at(-1)
  const start = solid?.end ?? (previous ? end(previous) : container.offset + 1)
  const emptied = siblings.length === 1 && ![...before, ...after].some(isComment)
  if (emptied) return applyEdits(text, [{ offset: container.offset + 1, length: container.length - 2, content: '' }])

  // What follows on the line must not slip into a line comment above.
  const exposed = solid?.kind === 'line' && !/^,?[ \t]*\r?\n/.test(text.slice(end(child)))
  const from = exposed ? child.offset : start
  const edits: Edit[] = [{ offset: from, length: end(child) - from, content: '' }]
  if (commaBefore) edits.unshift({ offset: commaBefore.start, length: 1, content: '' })
  if (commaAfter) edits.push({ offset: commaAfter.start, length: 1, content: '' })
  return applyEdits(text, edits)
}
