import { plainLine } from '@codexbar/protocol/wire'
import type { Ms, SeenWindow } from '../../../core/quota/reading.js'
import { figureIn } from '../../figure.js'
import { textIn } from '../../json.js'

/** The slots that a limit's windows stand in. A slot says nothing of how long its window is. */
export type Slot = 'primary' | 'secondary'

/** A window of a limit, however its source spells it. */
export type LimitWindow = Pick<SeenWindow, 'durationSec' | 'pct' | 'resetsAt'> & { slot: Slot }

/** One of Codex's limits (a "bucket"), with the windows that it has. */
export type Limit = { id: string; name: string; windows: readonly LimitWindow[] }

/** What Codex calls the limit of everything that has none of its own. */
export const MAIN = 'codex'
const LONGEST_NAME = 64

/**
 * Returns a window in its slot; `undefined` where there is none. Codex leaves out one that is unused and has neither a
 * length nor a reset (codex-api/rate_limits.rs), older builds did not.
 */
export function limitWindow(
  slot: Slot,
  said: { percent: unknown; seconds: number | null; resetsAt: Ms | null },
): LimitWindow | undefined {
  const pct = figureIn(said.percent)
  const durationSec = said.seconds !== null && said.seconds > 0 ? said.seconds : null
  if (!pct && durationSec === null && said.resetsAt === null) return undefined
  return { slot, pct, durationSec, resetsAt: said.resetsAt }
}

/** Returns the limit of that id and name, either of which may be missing: without an id it is the main one. */
export function limitOf(id: unknown, name: unknown, windows: readonly (LimitWindow | undefined)[]): Limit {
  const known = plain(id) || MAIN
  return { id: known, name: plain(name) || known, windows: windows.filter((window) => window !== undefined) }
}

/** Returns what the windows of a limit are called in front of their length: '' for those of the main one. */
export function kindOf({ id }: Pick<Limit, 'id'>): string {
  return id === MAIN ? '' : id
}

/** Returns the windows of limits as an observation takes them. */
export function windowsOf(limits: readonly Limit[]): SeenWindow[] {
  return limits.flatMap((limit) => {
    const kind = kindOf(limit)
    const whose = kind === '' ? {} : { kind, scope: limit.name, isMain: false }
    return limit.windows.map((window) => ({ ...whose, ...window }))
  })
}

/** It goes to terminals and displays. */
function plain(text: unknown): string {
  return plainLine(textIn(text) ?? '', LONGEST_NAME)
}
