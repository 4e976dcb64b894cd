import { type Companion, heardAt } from './companion.js'

/** How long a ceiling outlives its companion's last answer, in ms: a night. */
const CEILING_LASTS = 12 * 60 * 60_000

/**
 * Returns the night limit of brightness (0 to 1): the lowest that any companion said. A computer that is closed for the
 * night must not light up the room, one that is gone for good must not keep it dark.
 */
export function ceilingOf(companions: readonly Companion[], now: number): number | undefined {
  let lowest: number | undefined
  for (const companion of companions) {
    const said = companion.status?.value.ceiling
    if (said === undefined || now - (heardAt(companion) ?? now) > CEILING_LASTS) continue
    lowest = lowest === undefined ? said : Math.min(lowest, said)
  }
  return lowest
}
