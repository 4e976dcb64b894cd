import { freeze } from '@codexbar/protocol/wire'
import type { Box } from './screen.js'

/** Where the parts of one provider's section are. `dot` has its `x` from the scene: it stands behind the name. */
export type SectionBoxes = {
  whole: Box
  accent: Box
  name: Box
  dot: Box
  badge: Box
  headline: Box
  note: Box
}

/** Where one gauge is. `percent` and `countdown` are right-aligned. */
export type GaugeBoxes = { label: Box; bar: Box; percent: Box; countdown: Box }

/** The space between a provider's name and its dot. */
export const DOT_GAP = 8

const LEFT = 24
const RIGHT = 314
/** How much room a line of text has to itself. */
const LINE_WIDTH = 288
const SECTION_TOPS = freeze([2, 112])
const SECTION_HEIGHT = 106
const GAUGES_TOP = 52
const BAR_HEIGHTS = freeze({ 1: 12, 2: 12, 3: 8 })
const ROW_HEIGHTS = freeze({ 1: 27, 2: 27, 3: 18 })

function sectionBoxes(y: number): SectionBoxes {
  return Object.freeze({
    whole: box(0, y, 320, SECTION_HEIGHT),
    accent: box(6, y + 2, 8, 104),
    name: box(LEFT, y, 76, 27),
    dot: box(LEFT, y + 8, 12, 12),
    badge: box(124, y + 4, RIGHT - 124, 22),
    headline: box(LEFT, y + 25, LINE_WIDTH, 27),
    note: box(LEFT, y + GAUGES_TOP, LINE_WIDTH, 27),
  })
}

/** The fixed geometry of the screen. Sections are in the order of the protocol's providers. A painter reads it once. */
export const LAYOUT = Object.freeze({
  sections: Object.freeze([sectionBoxes(SECTION_TOPS[0]), sectionBoxes(SECTION_TOPS[1])] as const),
  footer: Object.freeze({ left: box(LEFT, 218, 202, 21), right: box(226, 218, RIGHT - 226, 21) }),
  setup: Object.freeze({
    title: box(LEFT, 12, LINE_WIDTH, 28),
    lines: Object.freeze([0, 1, 2, 3, 4, 5].map((row) => box(LEFT, 50 + row * 25, LINE_WIDTH, 24))) as readonly Box[],
    note: box(LEFT, 210, LINE_WIDTH, 22),
  }),
})

/**
 * Returns where the gauge in `row` (0 to `rows` - 1) of a section is, in pixels of the screen. The first stands at
 * the same height whatever their number; three are closer together.
 */
export function gaugeBoxes(section: 0 | 1, row: number, rows: 1 | 2 | 3): GaugeBoxes {
  const height = ROW_HEIGHTS[rows]
  const y = SECTION_TOPS[section] + GAUGES_TOP + row * height
  const bar = BAR_HEIGHTS[rows]
  return {
    label: box(LEFT, y, LABEL_WIDTH, height),
    bar: box(90, y + Math.ceil((height - bar) / 2), BAR_WIDTH, bar),
    percent: box(192, y, 60, height),
    countdown: box(258, y, RIGHT - 258, height),
  }
}

/** How much room a gauge has for its label, in pixels. */
export const LABEL_WIDTH = 64

/** How long a gauge's bar is when it is full, in pixels. */
export const BAR_WIDTH = 100

function box(x: number, y: number, width: number, height: number): Box {
  return Object.freeze({ x, y, width, height })
}
