import { freeze } from './freeze.js'

/**
 * The backlight. `full` is the person's setting (0 to 100), `step` how far it went down the ladder, `ceiling` the night
 * limit (0 to 1), `shown` what the last usage poll left on the screen.
 */
export type Backlight = { full: number; step: number; ceiling: number | undefined; shown: string | undefined }

/** Full and the five steps down, as parts of full. */
const LADDER = freeze([1, 0.8, 0.6, 0.45, 0.3, 0.2])

/** Returns the backlight at the start: full. What is no brightness from 0 to 100 is taken as the nearest that is. */
export function createBacklight(brightness: number): Backlight {
  const full = Number.isNaN(brightness) ? 100 : Math.round(Math.min(100, Math.max(0, brightness)))
  return { full, step: 0, ceiling: undefined, shown: undefined }
}

/** Returns the level to write, an integer from 0 to 100: 0 only when the setting or the ceiling is. */
export function levelOf({ full, step, ceiling }: Backlight): number {
  const level = Math.max(1, Math.round(full * (LADDER[step] ?? LADDER[0])))
  return full === 0 ? 0 : Math.min(level, limitOf(ceiling))
}

/** Whether it is darker than full under the ceiling. */
export function isDim(backlight: Backlight): boolean {
  return levelOf(backlight) < levelOf(awake(backlight))
}

/** Returns the backlight at full. */
export function awake(backlight: Backlight): Backlight {
  return backlight.step === 0 ? backlight : { ...backlight, step: 0 }
}

/**
 * Returns the backlight after a usage poll that left `shown` on the screen. The same as the last: a step down if the poll
 * `counts` (of several companions one counts, else two would dim twice as fast). Something else: full, unless somebody
 * waits: that they wait is not news.
 */
export function afterUsagePoll(backlight: Backlight, shown: string, waiting: boolean, counts: boolean): Backlight {
  if (backlight.shown === undefined) return { ...backlight, shown }
  if (backlight.shown !== shown) return { ...backlight, shown, step: waiting ? backlight.step : 0 }
  return counts ? { ...backlight, step: Math.min(backlight.step + 1, LADDER.length - 1) } : backlight
}

/** The float behind a ceiling of 0.29 is 28.999...: a percent is meant. */
function limitOf(ceiling: number | undefined): number {
  if (ceiling === undefined) return 100
  return ceiling <= 0 ? 0 : Math.max(1, Math.floor(ceiling * 100 + 1e-9))
}
