import { isDeepStrictEqual } from 'node:util'
import type { Node } from 'jsonc-parser'
import type { Wanted } from './hook-group.js'
import { plainValue } from './json-tree.js'
import { ourGroups } from './our-hooks.js'

/** How the settings compare with what an install would leave: events by name. */
export type Presence = {
  current: readonly string[]
  missing: readonly string[]
  /** Ours, but not as this version would write them, or for events it does not report. */
  outdated: readonly string[]
}

/** Compares settings with what is wanted, event by event. */
export function presence(root: Node | undefined, wanted: Wanted): Presence {
  const found = ourGroups(root)
  const isCurrent = (event: string): boolean => {
    const [first, ...more] = found.get(event) ?? []
    return first !== undefined && more.length === 0 && isDeepStrictEqual(plainValue(first.node), wanted.get(event))
  }
  const events = [...found.keys()]
  return {
    current: events.filter(isCurrent),
    outdated: events.filter((event) => !isCurrent(event)),
    missing: [...wanted.keys()].filter((event) => !found.has(event)),
  }
}
