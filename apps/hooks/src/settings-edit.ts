import type { Node } from 'jsonc-parser'
import { withCommand } from './hook-command.js'
import type { Wanted } from './hook-group.js'
import { appendChild, removeChild } from './json-edit.js'
import { type Document, elements, type Problem, properties, property } from './json-tree.js'
import { isAllOurs, isOnlyOurs, ourCommand, oursIn } from './our-hooks.js'
import { presence } from './presence.js'
import { parseSettings, reparsed } from './settings-shape.js'
import type { WrittenLine } from './status-line-command.js'
import { addStatusLine, removeStatusLine, statusLineSetting } from './status-line-setting.js'

/** The settings after an edit (`undefined`: no file at all), or why there was none. */
export type Edited = { text: string | undefined } | { problem: Problem }

type Container = readonly [container: Node, child: Node]

/** How an install treats the status line: which script to name, and whether it was asked for or one of ours is kept. */
export type LineWish = { script: string; asked: boolean }

/**
 * Adds the wanted hooks to a settings text, once each, and replaces older ones of ours. Everything else keeps its bytes.
 *
 * @param text the file, or `undefined` when there is none.
 * @param backup the text kept from before the install, if any.
 * @param line left out for an agent without a status line.
 */
export function addHooks(text: string | undefined, wanted: Wanted, backup?: string, line?: LineWish): Edited {
  const document = parseSettings(text ?? '')
  if ('problem' in document) return document
  const { missing, outdated } = presence(document.root, wanted)
  const isCurrent = missing.length === 0 && outdated.length === 0
  const wraps = line !== undefined && (line.asked || statusLineSetting(document.root).is === 'ours')
  if (isCurrent && !wraps) return { text }
  // Whoever writes the hooks anew writes the status line anew behind them: as the first install had it.
  const hooked = isCurrent ? document : withHooks(document, wanted, parsedBackup(backup)?.root)
  const edited = wraps ? addStatusLine(hooked, line.script) : hooked
  return 'problem' in edited ? edited : { text: edited.mark + edited.body }
}

/**
 * Takes everything of ours out of a settings text. A file nobody touched since the install gets its former bytes back,
 * or goes when the install made it, whatever home it was installed with; in any other only our entries go, and the
 * containers they alone had needed.
 */
export function removeHooks(text: string | undefined, wanted: Wanted, backup?: string): Edited {
  const document = parseSettings(text ?? '')
  if ('problem' in document) return document
  if (text === undefined || !hasOurs(document)) return { text }
  const origin = originOf(document, text, wanted, backup)
  if (origin !== undefined) return origin
  return { text: document.mark + removeStatusLine(strip(document, parsedBackup(backup)?.root)).body }
}

/**
 * Takes our status line alone out of a settings text, and leaves our hooks. A file nobody touched since the install gets
 * the bytes that an install without the status line leaves; in any other only the command, or the key we added, changes.
 */
export function unwrapStatusLine(text: string | undefined, wanted: Wanted, backup?: string): Edited {
  const document = parseSettings(text ?? '')
  if ('problem' in document) return document
  if (text === undefined || statusLineSetting(document.root).is !== 'ours') return { text }
  const command = ourCommand(document.root)
  if (command === undefined) return removeHooks(text, wanted, backup)
  const origin = originOf(document, text, wanted, backup)
  if (origin !== undefined) return addHooks(origin.text, withCommand(wanted, command))
  return { text: document.mark + removeStatusLine(document).body }
}

/** Whether a settings text holds a hook or a status line of ours. What cannot be read holds none that could be edited. */
export function holdsOurs(text: string): boolean {
  const document = parseSettings(text)
  return !('problem' in document) && hasOurs(document)
}

/** Returns what our status line in a settings text says; `undefined` where there is none of ours. */
export function statusLineIn(text: string): WrittenLine | undefined {
  const document = parseSettings(text)
  const setting = 'problem' in document ? undefined : statusLineSetting(document.root)
  return setting?.is === 'ours' ? setting.written : undefined
}

function hasOurs({ root }: Document): boolean {
  return ourCommand(root) !== undefined || statusLineSetting(root).is === 'ours'
}

/** Returns the text, or none, that an install made the document from; `undefined` when that was edited since. */
function originOf(
  document: Document,
  text: string,
  wanted: Wanted,
  backup: string | undefined,
): { text: string | undefined } | undefined {
  const origins = parsedBackup(backup) ? [backup, undefined] : [undefined]
  const found = origins.findIndex((origin) => {
    const installed = installedAgain(document, origin, wanted)
    return 'text' in installed && installed.text === text
  })
  return found < 0 ? undefined : { text: origins[found] }
}

/** Returns what an install into `origin` would have left, with the commands that stand in the document. */
function installedAgain({ root }: Document, origin: string | undefined, wanted: Wanted): Edited {
  const command = ourCommand(root)
  const line = statusLineSetting(root)
  return addHooks(
    origin,
    command === undefined ? new Map() : withCommand(wanted, command),
    undefined,
    line.is === 'ours' ? { script: line.written.script, asked: true } : undefined,
  )
}

function withHooks(document: Document, wanted: Wanted, before: Node | undefined): Document {
  const body = add(removeStatusLine(strip(document, before)), wanted)
  return { ...reparsed(body), mark: document.mark }
}

function add(document: Document, wanted: Wanted): string {
  if (!document.root) return `${JSON.stringify({ hooks: listsOf(wanted) }, null, 2)}\n`
  const hooks = property(document.root, 'hooks')
  if (!hooks) return appendChild(document.body, document.root, listsOf(wanted), 'hooks')
  let { body } = document
  for (const [event, group] of wanted) {
    const list = property(reparsed(body).root, 'hooks')
    const groups = property(list, event)
    if (groups) body = appendChild(body, groups, group)
    else if (list) body = appendChild(body, list, [group], event)
  }
  return body
}

function strip(document: Document, before: Node | undefined): Document {
  const piece = removable(document.root, before)
  if (!piece) return document
  return strip({ ...reparsed(removeChild(document.body, ...piece)), mark: document.mark }, before)
}

/** Returns the largest piece of the tree that is wholly ours and not in `before`, the tree of the backup. */
function removable(root: Node | undefined, before: Node | undefined): Container | undefined {
  const kept = property(before, 'hooks')
  for (const hooks of properties(root).filter(({ name }) => name === 'hooks')) {
    const events = properties(hooks.value)
    if (root && !kept && events.length > 0 && events.every(({ value }) => isAllOurs(value))) return [root, hooks.node]
    for (const event of events) {
      if (!property(kept, event.name) && isAllOurs(event.value)) return [hooks.value, event.node]
      const piece = removableGroup(event.value)
      if (piece) return piece
    }
  }
  return undefined
}

function removableGroup(event: Node): Container | undefined {
  for (const group of elements(event)) {
    const [first] = oursIn(group)
    const list = property(group, 'hooks')
    if (first && list) return isOnlyOurs(group) ? [event, group] : [list, first]
  }
  return undefined
}

function parsedBackup(backup: string | undefined): Document | undefined {
  const document = backup === undefined ? undefined : parseSettings(backup)
  if (!document || 'problem' in document) return undefined
  // A backup that holds anything of ours is no witness of how the file was without them.
  return hasOurs(document) ? undefined : document
}

function listsOf(wanted: Wanted): Record<string, unknown[]> {
  return Object.fromEntries([...wanted].map(([event, group]) => [event, [group]]))
}
