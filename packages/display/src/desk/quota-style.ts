import { freeze, type Usage } from '@codexbar/protocol/wire'

/** How a person wants their quota drawn: percent used or left, and from which percent used on a bar has which colour. */
export type QuotaStyle = { show: NonNullable<Usage['show']>; levels: NonNullable<Usage['levels']> }

/** What a companion that says no levels means. */
const LEVELS: QuotaStyle['levels'] = freeze({ high: 80, full: 95 })

/** Returns how the usage is to be drawn. Levels in the wrong order are none. */
export function styleOf({ show = 'used', levels = LEVELS }: Usage): QuotaStyle {
  return { show, levels: levels.high <= levels.full ? levels : LEVELS }
}
