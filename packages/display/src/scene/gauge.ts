import { freeze, type Usage } from '@codexbar/protocol/wire'
import { fit } from '../text/fit.js'
import { describeDuration } from './duration.js'
import { FONTS, type Measure } from './font.js'
import { BAR_WIDTH, LABEL_WIDTH } from './layout.js'
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

type QuotaWindow = Usage['providers'][number]['windows'][number]

/** How many windows fit a section. */
const SHOWN_WINDOWS = 3

/** From which percent used a bar has which colour. The first row that is reached counts. */
const LEVELS = freeze([
  { from: 95, color: THEME.levels.full },
  { from: 80, color: THEME.levels.high },
  { from: 0, color: THEME.levels.calm },
])

const UNKNOWN = '--'
const LONGEST_PERCENT = 999

/** Returns the windows that are shown: the shortest three, equal or unknown durations as they were given. */
export function shownWindows(windows: readonly QuotaWindow[]): readonly QuotaWindow[] {
  const span = ({ duration_sec }: QuotaWindow) => duration_sec ?? Number.MAX_VALUE
  return [...windows].sort((a, b) => span(a) - span(b)).slice(0, SHOWN_WINDOWS)
}

/** How much of a window is used `elapsed` ms after it was received: `null` when unknown, as it is past its reset. */
export function percentAt({ pct, resets_in_sec }: QuotaWindow, elapsed: number): number | null {
  if (pct === null || !Number.isFinite(pct) || pct < 0) return null
  return resets_in_sec !== null && resets_in_sec * 1000 <= elapsed ? null : pct
}

/**
 * Returns percent used as a person reads it: rounded, but nothing that is not full says 100 and nothing that is used
 * says 0; above 100 as it is; `--` when unknown.
 */
export function describePercent(pct: number | null): string {
  if (pct === null) return UNKNOWN
  if (pct > 0 && pct < 1) return '<1%'
  if (pct > LONGEST_PERCENT) return `>${LONGEST_PERCENT}%`
  return `${pct < 100 ? Math.min(99, Math.round(pct)) : Math.round(pct)}%`
}

/** Returns the window as drawn `elapsed` ms after it was received. `dull` is the colour of figures that are not live. */
export function gaugeOf(window: QuotaWindow, elapsed: number, dull: number | undefined, measure: Measure): Gauge {
  const pct = percentAt(window, elapsed)
  const { resets_in_sec } = window
  const left = resets_in_sec === null ? 0 : resets_in_sec * 1000 - elapsed
  return {
    label: fit(window.label, LABEL_WIDTH, FONTS.label, measure),
    percent: describePercent(pct),
    fill: fillOf(pct),
    fillColor: dull ?? colorOf(pct),
    countdown: left > 0 ? describeDuration(left) : '',
    color: dull ?? THEME.text,
  }
}

/** A bar shows that something is used, and is full only when all is. */
function fillOf(pct: number | null): number {
  if (pct === null || pct === 0) return 0
  if (pct >= 100) return BAR_WIDTH
  return Math.min(BAR_WIDTH - 1, Math.max(1, Math.round((pct * BAR_WIDTH) / 100)))
}

function colorOf(pct: number | null): number {
  return LEVELS.find(({ from }) => (pct ?? 0) >= from)?.color ?? THEME.levels.calm
}
