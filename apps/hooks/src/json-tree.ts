import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** Why a settings file is refused. `line` counts from 1. */
export type Problem = { readonly line: number; readonly what: string }

/** A settings text taken apart: its byte order mark, and the rest with its tree (none when the rest is blank). */
export type Document = { readonly mark: string; readonly body: string; readonly root: Node | undefined }

const byteOrderMark = '\ufeff'

/** The line, from 1, on which an offset of a text lies. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\r|\n/).length

const spaced = (code: string): string => code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** Parses JSON with comments and trailing commas. An error names its line; only an object or nothing at all is accepted. */
export const parseDocument = (text: string): Document | { problem: Problem } => {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
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
export type Property = { readonly name: string; readonly node: Node; readonly value: Node }

/** The properties of an object node, in the order of the text. Anything else has none. */
export const properties = (node: Node | undefined): Property[] =>
  node?.type === 'object'
    ? (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? []
        return key && value ? [{ name: String(key.value), node: property, value }] : []
      })
    : []

/** The value an agent sees under a name: of repeated keys the last one counts. */
export const property = (node: Node | undefined, name: string): Node | undefined =>
  properties(node)
    .filter((found) => found.name === name)
    .at(-1)?.value

/** The elements of an array node. Anything else has none. */
export const elements = (node: Node | undefined): readonly Node[] =>
  node?.type === 'array' ? (node.children ?? []) : []

/** The value of a node as `JSON.parse` would give it. */
export const plainValue = (node: Node): unknown => JSON.parse(JSON.stringify(getNodeValue(node) ?? null))
