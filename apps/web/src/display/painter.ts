import {
  FONTS,
  type Gauge,
  gaugeBoxes,
  LAYOUT,
  levelAt,
  mix,
  SCREEN,
  type Scene,
  type Section,
  THEME,
} from '@codexbar/display'
import { type Brush, createBrush, type Surface } from './brush.js'

/** Draws a scene as it is at `now` (ms of the scene's clock) on a surface of the display's size. Still: nothing moves. */
export function paint(surface: Surface, scene: Scene, now: number, still = false): void {
  const brush = createBrush(surface)
  brush.fill({ x: 0, y: 0, ...SCREEN }, THEME.background)
  if (scene.screen === 'setup') paintSetup(brush, scene.setup)
  else paintGauges(brush, scene, now, still)
}

function paintGauges(brush: Brush, { sections, footer }: Scene, now: number, still: boolean): void {
  for (const at of [0, 1] as const) {
    const section = sections[at]
    paintSection(brush, section, at, still ? 0 : now - section.since)
  }
  brush.write(footer.left, LAYOUT.footer.left, FONTS.footer, footer.color)
  brush.write(footer.right, LAYOUT.footer.right, FONTS.footer, footer.color, 'right')
}

function paintSetup(brush: Brush, { title, lines, note }: Scene['setup']): void {
  brush.write(title, LAYOUT.setup.title, FONTS.setupTitle, THEME.text)
  for (const [at, box] of LAYOUT.setup.lines.entries()) brush.write(lines[at] ?? '', box, FONTS.setupLine, THEME.text)
  brush.write(note, LAYOUT.setup.note, FONTS.setupNote, THEME.muted)
}

/** `elapsed` is the time of the section's own clock (ms). */
function paintSection(brush: Brush, section: Section, at: 0 | 1, elapsed: number): void {
  const boxes = LAYOUT.sections[at]
  const { accent, dot, gauges } = section
  const glow = ({ motion, rest, color }: Section['accent']): number =>
    mix(THEME.background, color, levelAt(motion, rest, elapsed))
  brush.fill(boxes.accent, glow(accent))
  brush.write(section.name, boxes.name, FONTS.name, section.nameColor)
  if (dot.shape !== 'none') brush.dot({ ...boxes.dot, x: section.dotX }, dot.shape, glow(dot))
  brush.write(section.badge, boxes.badge, FONTS.badge, section.badgeColor, 'right')
  brush.write(section.headline, boxes.headline, FONTS.headline, section.headlineColor)
  brush.write(section.note, boxes.note, FONTS.note, section.noteColor)
  for (const [row, gauge] of gauges.entries()) {
    paintGauge(brush, gauge, gaugeBoxes(at, row, gauges.length as 1 | 2 | 3))
  }
}

function paintGauge(brush: Brush, gauge: Gauge, boxes: ReturnType<typeof gaugeBoxes>): void {
  const { label, percent, countdown, color } = gauge
  brush.write(label, boxes.label, FONTS.label, color)
  brush.fill(boxes.bar, THEME.faint)
  brush.fill({ ...boxes.bar, width: gauge.fill }, gauge.fillColor)
  brush.write(percent, boxes.percent, FONTS.percent, color, 'right')
  brush.write(countdown, boxes.countdown, FONTS.countdown, color, 'right')
}
