import { isDeepStrictEqual } from 'node:util'
import type { Node } from 'jsonc-parser'
import { isOurs, type Wanted } from './hook-command.js'
import { appendChild, removeChild } from './json-edit.js'
import { type Document, elements, type Problem, plainValue, properties, property } from './json-tree.js'
import { parseSettings } from './settings-shape.js'

/** The settings after an edit (`undefined`: no file at all), or why there was none. */
export type Edited = { readonly text: string | undefined } | { readonly problem: Problem }

/** How the settings compare with what an install would leave: events by name. */
export type Presence = {
  readonly current: readonly string[]
  readonly missing: readonly string[]
  /** Ours, but not as this version would write them, or for events it does not report. */
  readonly outdated: readonly string[]
}

type Container = readonly [container: Node, child: Node]

const oursIn = (group: Node): Node[] => elements(property(group, 'hooks')).filter((node) => isOurs(plainValue(node)))
const onlyOurs = (group: Node): boolean => {
  const handlers = elements(property(group, 'hooks'))
  return handlers.length > 0 && oursIn(group).length === handlers.length
}
const allOurs = (event: Node): boolean => elements(event).length > 0 && elements(event).every(onlyOurs)

/** Compares settings with what is wanted, event by event. */
export const presence = (root: Node | undefined, wanted: Wanted): Presence => {
  const hooks = property(root, 'hooks')
  const found = new Map<string, 'current' | 'outdated'>()
  for (const { name, value } of properties(hooks)) {
    const groups = elements(value).filter((group) => oursIn(group).length > 0)
    if (groups.length === 0) continue
    const [group] = groups
    const exact =
      groups.length === 1 && !found.has(name) && isDeepStrictEqual(group && plainValue(group), wanted.get(name))
    found.set(name, exact ? 'current' : 'outdated')
  }
  const named = (state: string): string[] => [...found].filter(([, is]) => is === state).map(([name]) => name)
  return {
    current: named('current'),
    outdated: named('outdated'),
    missing: [...wanted.keys()].filter((event) => !found.has(event)),
  }
}

/** The largest piece of the tree that is wholly ours and was not there before; `before` is the tree of the backup. */
const removable = (root: Node | undefined, before: Node | undefined): Container | undefined => {
  for (const hooks of properties(root).filter(({ name }) => name === 'hooks')) {
    const events = properties(hooks.value)
    const kept = property(before, 'hooks')
    if (root && !kept && events.length > 0 && events.every(({ value }) => allOurs(value))) return [root, hooks.node]
    for (const event of events) {
      if (!property(kept, event.name) && allOurs(event.value)) return [hooks.value, event.node]
      for (const group of elements(event.value)) {
        const [first] = oursIn(group)
        const list = property(group, 'hooks')
        if (first && list) return onlyOurs(group) ? [event.value, group] : [list, first]
      }
    }
  }
  return undefined
}

const strip = (document: Document, before: Node | undefined): Document => {
  const piece = removable(document.root, before)
  if (!piece) return document
  const next = parseSettings(removeChild(document.body, ...piece))
  if ('problem' in next)
    throw new Error(`removing a hook broke the settings: line ${next.problem.line}: ${next.problem.what}`)
  return strip({ ...next, mark: document.mark }, before)
}

const lists = (wanted: Wanted) => Object.fromEntries([...wanted].map(([event, group]) => [event, [group]]))

const add = (document: Document, wanted: Wanted): string => {
  if (!document.root) return `${JSON.stringify({ hooks: lists(wanted) }, null, 2)}\n`
  const hooks = property(document.root, 'hooks')
  if (!hooks) return appendChild(document.body, document.root, lists(wanted), 'hooks')
  let { body } = document
  for (const [event, group] of wanted) {
    const present = parseSettings(body)
    if ('problem' in present)
      throw new Error(`adding a hook broke the settings: line ${present.problem.line}: ${present.problem.what}`)
    const list = property(present.root, 'hooks')
    const groups = property(list, event)
    if (groups) body = appendChild(body, groups, group)
    else if (list) body = appendChild(body, list, [group], event)
  }
  return body
}

const parsedBackup = (backup: string | undefined): Document | undefined => {
  const document = backup === undefined ? undefined : parseSettings(backup)
  if (!document || 'problem' in document) return undefined
  // A backup that holds hooks of ours is no witness of how the file was without them.
  return removable(document.root, undefined) ? undefined : document
}

/**
 * Adds the wanted hooks to a settings text, once each, and replaces older ones of ours. Everything else keeps its bytes.
 *
 * @param text the file, or `undefined` when there is none.
 * @param backup the text kept from before the first install, if any.
 */
export const addHooks = (text: string | undefined, wanted: Wanted, backup?: string): Edited => {
  const document = parseSettings(text ?? '')
  if ('problem' in document) return document
  const { missing, outdated } = presence(document.root, wanted)
  if (missing.length === 0 && outdated.length === 0) return { text }
  return { text: document.mark + add(strip(document, parsedBackup(backup)?.root), wanted) }
}

/**
 * Takes every hook of ours out of a settings text. A file nobody touched since the install gets its former bytes back,
 * or goes when the install made it; in any other only our entries go, and the containers they alone had needed.
 */
export const removeHooks = (text: string | undefined, wanted: Wanted, backup?: string): Edited => {
  const document = parseSettings(text ?? '')
  if ('problem' in document) return document
  if (text === undefined || !removable(document.root, undefined)) return { text }
  const former = parsedBackup(backup)
  for (const origin of former ? [backup, undefined] : [undefined]) {
    const installed = addHooks(origin, wanted)
    if ('text' in installed && installed.text === text) return { text: origin }
  }
  return { text: document.mark + strip(document, former?.root).body }
}
