import type { Node } from 'jsonc-parser'
import { type Document, elements, lineAt, type Problem, parseDocument, properties } from './json-tree.js'

function article(node: Node): string {
  return { array: 'a list', object: 'an object', null: 'null' }[node.type as string] ?? `a ${node.type}`
}

/** Returns the first thing about `hooks` that no agent would accept, as [where, what]. */
function misshapen(root: Node | undefined): readonly [Node, string] | undefined {
  for (const hooks of properties(root).filter(({ name }) => name === 'hooks')) {
    if (hooks.value.type !== 'object') return [hooks.value, `"hooks" is ${article(hooks.value)}, not an object`]
    for (const event of properties(hooks.value)) {
      if (event.value.type !== 'array')
        return [event.value, `"hooks.${event.name}" is ${article(event.value)}, not a list`]
      for (const group of elements(event.value)) {
        if (group.type !== 'object')
          return [group, `"hooks.${event.name}" holds ${article(group)} where a group of hooks belongs`]
        const list = properties(group).find(({ name }) => name === 'hooks')
        if (list && list.value.type !== 'array') {
          return [list.value, `a group of "hooks.${event.name}" has ${article(list.value)} as "hooks", not a list`]
        }
      }
    }
  }
  return undefined
}

/** Parses a settings file whose `hooks`, if any, have the shape agents accept; else says on which line they do not. */
export function parseSettings(text: string): Document | { problem: Problem } {
  const document = parseDocument(text)
  if ('problem' in document) return document
  const found = misshapen(document.root)
  return found ? { problem: { line: lineAt(document.body, found[0].offset), what: found[1] } } : document
}

/** Parses a text of our own making: that it is valid is for the edits to see to, so one that is not throws. */
export function reparsed(body: string): Document {
  const document = parseSettings(body)
  if (!('problem' in document)) return document
  const { line, what } = document.problem
  throw new Error(`the edit would break the settings: line ${line}: ${what}`)
}
