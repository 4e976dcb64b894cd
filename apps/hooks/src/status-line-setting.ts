import { applyEdits, type Node } from 'jsonc-parser'
import { appendChild, removeChild } from './json-edit.js'
import { type Document, lineAt, type Problem, plainValue, properties, property } from './json-tree.js'
import { reparsed } from './settings-shape.js'
import { readStatusLine, statusLineCommand, type WrittenLine } from './status-line-command.js'

/** The key of Claude's settings. */
const KEY = 'statusLine'

/** What a settings file has as its status line: nothing, a command (perhaps of ours), or what no client accepts. */
export type StatusLineSetting =
  | { is: 'none' }
  | { is: 'other'; command: Node }
  | { is: 'ours'; command: Node; written: WrittenLine }
  | { is: 'misshapen'; node: Node; what: string }

/** Returns the status line that a settings tree sets. Of repeated keys the last one counts, as for Claude. */
export function statusLineSetting(root: Node | undefined): StatusLineSetting {
  const line = property(root, KEY)
  if (line === undefined) return { is: 'none' }
  const refused = (node: Node, what: string): StatusLineSetting => ({ is: 'misshapen', node, what })
  if (line.type !== 'object') return refused(line, `"${KEY}" is not an object`)
  const type = property(line, 'type')
  if (type?.value !== 'command') return refused(type ?? line, `"${KEY}" is not of the type "command"`)
  const command = property(line, 'command')
  if (command?.type !== 'string') return refused(command ?? line, `"${KEY}" has no text as its "command"`)
  const written = readStatusLine(String(plainValue(command)))
  return written === undefined ? { is: 'other', command } : { is: 'ours', command, written }
}

/**
 * Puts our status line with this script into a settings text that has an object, around the command that is there, if
 * any. Only the text of that command changes. A status line that no client accepts is refused.
 */
export function addStatusLine(document: Document, script: string): Document | { problem: Problem } {
  const { mark, body, root } = document
  const setting = statusLineSetting(root)
  if (setting.is === 'misshapen') return { problem: { line: lineAt(body, setting.node.offset), what: setting.what } }
  if (setting.is === 'none') {
    if (root === undefined) return document
    const line = { type: 'command', command: statusLineCommand({ script }) }
    return { ...reparsed(appendChild(body, root, line, KEY)), mark }
  }
  const found = String(plainValue(setting.command))
  const own = setting.is === 'ours' ? setting.written.own : found
  const command = statusLineCommand(own === undefined ? { script } : { script, own })
  return command === found ? document : withCommand(document, setting.command, command)
}

/** Takes our status line out of a settings text: the person's own command is there again, or none. */
export function removeStatusLine(document: Document): Document {
  const { mark, body, root } = document
  const setting = statusLineSetting(root)
  if (setting.is !== 'ours') return document
  if (setting.written.own !== undefined) return withCommand(document, setting.command, setting.written.own)
  const line = properties(root)
    .filter(({ name }) => name === KEY)
    .at(-1)
  return root && line ? { ...reparsed(removeChild(body, root, line.node)), mark } : document
}

function withCommand(document: Document, { offset, length }: Node, command: string): Document {
  const edit = { offset, length, content: JSON.stringify(command) }
  return { ...reparsed(applyEdits(document.body, [edit])), mark: document.mark }
}
