import { freeze } from '@codexbar/protocol/wire'

/**
 * The backlight. `full` is the person's setting (0 to 100), `step` how far it went down the ladder, `ceiling` the night
 * limit (0 to 1), `polled` what a usage poll last left on the screen, and when (ms) one last counted.
 */
export type Backlight = {
  full: number
  step: number
  ceiling: number | undefined
  polled: { shown: string; at: number } | undefined
}

/** Full and the five steps down, as parts of full. */
const LADDER = freeze([1, 0.8, 0.6, 0.45, 0.3, 0.2])

/**
 * The least time (ms) between two polls that count: a usage is asked for every five minutes, but at once by whatever
 * comes back, and by every companion.
 */
const STEP_AFTER = 4.5 * 60_000

/** Returns the backlight at the start: full. What is no brightness from 0 to 100 is taken as the nearest that is. */
export function createBacklight(brightness: number): Backlight {
  const full = Number.isNaN(brightness) ? 100 : Math.round(Math.min(100, Math.max(0, brightness)))
  return { full, step: 0, ceiling: undefined, polled: undefined }
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
 * Returns the backlight after a usage poll at `now` that left `shown` on the screen. The same as the last: a step down,
 * unless one counted just before. Something else: full, unless somebody waits: that they wait is not news.
 */
export function afterUsagePoll(backlight: Backlight, shown: string, waiting: boolean, now: number): Backlight {
  const { polled, step } = backlight
  const counted = { ...backlight, polled: { shown, at: now } }
  if (polled === undefined) return counted
  if (polled.shown !== shown) return waiting ? counted : awake(counted)
  if (now - polled.at < STEP_AFTER) return backlight
  return { ...counted, step: Math.min(step + 1, LADDER.length - 1) }
}

/** The float behind a ceiling of 0.29 is 28.999...: a percent is meant. */
function limitOf(ceiling: number | undefined): number {
  if (ceiling === undefined) return 100
  return ceiling <= 0 ? 0 : Math.max(1, Math.floor(ceiling * 100 + 1e-9))
}
