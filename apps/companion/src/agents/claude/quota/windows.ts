import { plainLine } from '@codexbar/protocol/wire'
import type { SeenWindow } from '../../../core/quota/reading.js'

/** Which of an account's windows something is said of, as every source of Claude's quota names it. */
export type WindowName = Pick<SeenWindow, 'durationSec' | 'kind' | 'scope'>

const FIVE_HOURS = 5 * 3_600
const SEVEN_DAYS = 7 * 24 * 3_600
const LONGEST_NAME = 40

/** The window that all models share for five hours. */
export const FIVE_HOUR: WindowName = { durationSec: FIVE_HOURS }

/** The window that all models share for a week. */
export const SEVEN_DAY: WindowName = { durationSec: SEVEN_DAYS }

/** Returns the weekly window of one model by the name that people read; `undefined` where that says nothing. */
export function weekOf(model: string): WindowName | undefined {
  const scope = plainLine(model, LONGEST_NAME)
  const kind = scope
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return kind === '' ? undefined : { durationSec: SEVEN_DAYS, kind, scope }
}

/** The windows by the keys under which the status line and the usage body list them, in this order. */
export const FLAT_WINDOWS: readonly (readonly [key: string, name: WindowName])[] = [
  ['five_hour', FIVE_HOUR],
  ['seven_day', SEVEN_DAY],
  ['seven_day_opus', { durationSec: SEVEN_DAYS, kind: 'opus', scope: 'Opus' }],
  ['seven_day_sonnet', { durationSec: SEVEN_DAYS, kind: 'sonnet', scope: 'Sonnet' }],
]
