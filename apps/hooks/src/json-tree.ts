import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** Why a settings file is refused. `line` counts from 1. */
export type Problem = { line: number; what: string }

/** A settings text taken apart: its byte order mark, and the rest with its tree (none when the rest is blank). */
export type Document = { mark: string; body: string; root: Node | undefined }

const BYTE_ORDER_MARK = '\ufeff'

/** Returns the line, from 1, on which an offset of a text lies. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length
}

function spaced(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** Parses JSON with comments and trailing commas. An error names its line; only an object or nothing is accepted. */
export function parseDocument(text: string): Document | { problem: Problem } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const body = text.slice(mark.length)
  if (body.trim() === '') return { mark, body, root: undefined }
  const errors: ParseError[] = []
  const root = parseTree(body, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    return {
      problem: {
        line: lineAt(body, error.offset),
        what: `not valid JSON: ${spaced(printParseErrorCode(error.error))}`,
      },
    }
  }
  if (root?.type !== 'object') return { problem: { line: 1, what: 'not a JSON object' } }
  return { mark, body, root }
}

/** A property of an object node: its name and its value's node. */
export type Property = { name: string; node: Node; value: Node }

/** Returns the properties of an object node, in the order of the text. Anything else has none. */
export function properties(node: Node | undefined): Property[] {
  return node?.type === 'object'
    ? (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? []
        return key && value ? [{ name: String(key.value), node: property, value }] : []
      })
    : []
}

/** Returns the value an agent sees under a name: of repeated keys the last one counts. */
export function property(node: Node | undefined, name: string): Node | undefined {
  return properties(node)
    .filter((found) => found.name === name)
    .at(-1)?.value
}

/** Returns the elements of an array node. Anything else has none. */
export function elements(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : []
}

/** Returns the value of a node as `JSON.parse` would give it. */
export function plainValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node) ?? null))
}

/** Whether a text is JSON as the standard has it: no comment, no trailing comma, no byte order mark. */
export function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
