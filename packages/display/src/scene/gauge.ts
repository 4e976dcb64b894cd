import { levelOf, type QuotaWindow } from '@codexbar/protocol/wire'
import type { QuotaStyle } from '../desk/quota-style.js'
import { fit } from '../text/fit.js'
import { describeCountdown } from './age.js'
import { FONTS, type Measure } from './font.js'
import { BAR_WIDTH, LABEL_WIDTH } from './layout.js'
import { describeShare, shareOf } from './share.js'
import { THEME } from './theme.js'

/** One quota window as it is drawn. `fill` is the length of the bar in pixels; `color` is of the texts. */
export type Gauge = {
  label: string
  percent: string
  fill: number
  fillColor: number
  countdown: string
  color: number
}

/** How a window is drawn: `color` is of its texts, `dull` of the bar of figures that are not live. */
type GaugeLook = { style: QuotaStyle; color: number; dull: number | undefined }

/** Returns a window as drawn. Its bar shows what its text says, used or left; its colour goes by what is used. */
export function gaugeOf(window: QuotaWindow, { style, color, dull }: GaugeLook, measure: Measure): Gauge {
  const { label, pct, resets_in_sec } = window
  return {
    label: fit(label, LABEL_WIDTH, FONTS.label, measure),
    percent: describeShare(pct, style.show),
    fill: fillOf(shareOf(pct, style.show)),
    fillColor: dull ?? THEME.levels[levelOf(pct, style.levels)],
    countdown: resets_in_sec === null ? '' : describeCountdown(resets_in_sec * 1000),
    color,
  }
}

/** A bar shows that there is something, and is full only when that is all. */
function fillOf(share: number): number {
  if (share <= 0) return 0
  if (share >= 100) return BAR_WIDTH
  return Math.min(BAR_WIDTH - 1, Math.max(1, Math.round((share * BAR_WIDTH) / 100)))
}
