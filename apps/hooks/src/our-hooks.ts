import type { Node } from 'jsonc-parser'
import { isOurs } from './hook-command.js'
import { elements, plainValue, properties, property } from './json-tree.js'

/** A group of an event that holds a handler of ours: its place among the event's groups, and its node. */
export type OurGroup = { index: number; node: Node }

/** Returns the handlers of a group that are ours. */
export function oursIn(group: Node): Node[] {
  return elements(property(group, 'hooks')).filter((node) => isOurs(plainValue(node)))
}

/** Whether a group holds our handlers and no others. */
export function isOnlyOurs(group: Node): boolean {
  const handlers = elements(property(group, 'hooks'))
  return handlers.length > 0 && oursIn(group).length === handlers.length
}

/** Whether an event has groups of ours and no others. */
export function isAllOurs(event: Node): boolean {
  return elements(event).length > 0 && elements(event).every(isOnlyOurs)
}

/** Returns the groups that hold a handler of ours, by event; of an event that stands there twice all together. */
export function ourGroups(root: Node | undefined): Map<string, OurGroup[]> {
  const found = new Map<string, OurGroup[]>()
  for (const { name, value } of properties(property(root, 'hooks'))) {
    const groups = elements(value)
      .map((node, index) => ({ index, node }))
      .filter(({ node }) => oursIn(node).length > 0)
    if (groups.length > 0) found.set(name, [...(found.get(name) ?? []), ...groups])
  }
  return found
}

/** Returns the first command of ours in the settings. */
export function ourCommand(root: Node | undefined): string | undefined {
  const [group] = [...ourGroups(root).values()].flat()
  const [handler] = group === undefined ? [] : oursIn(group.node).map(plainValue)
  return isOurs(handler) ? handler.command : undefined
}
