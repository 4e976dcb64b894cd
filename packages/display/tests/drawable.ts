import { expect } from 'vitest'
import {
  BAR_WIDTH,
  type Box,
  FONTS,
  type FontName,
  gaugeBoxes,
  LAYOUT,
  type Measure,
  type Scene,
  type Section,
} from '../src/index.js'

/** Expects that a painter can copy the scene as it is: ASCII that fits its boxes, levels from 0 to 1, colours of 24 bits. */
export function expectDrawable(scene: Scene, measure: Measure): void {
  const text = (value: string, font: FontName, box: Box) => {
    expect(value).toMatch(/^[ -~]*$/)
    expect(measure(value, font), value).toBeLessThanOrEqual(box.width)
  }
  const { footer, setup, sections } = scene
  text(footer.left, FONTS.footer, LAYOUT.footer.left)
  text(footer.right, FONTS.footer, LAYOUT.footer.right)
  text(setup.title, FONTS.setupTitle, LAYOUT.setup.title)
  text(setup.note, FONTS.setupNote, LAYOUT.setup.note)
  expect(setup.lines.length).toBe(scene.screen === 'setup' ? LAYOUT.setup.lines.length : 0)
  for (const line of setup.lines) text(line, FONTS.setupLine, LAYOUT.setup.lines[0] as Box)
  sections.forEach((section, index) => {
    expectSection(section, index as 0 | 1, text)
  })
}

function expectSection(section: Section, index: 0 | 1, text: (value: string, font: FontName, box: Box) => void): void {
  const boxes = LAYOUT.sections[index]
  text(section.name, FONTS.name, boxes.name)
  text(section.badge, FONTS.badge, boxes.badge)
  text(section.headline, FONTS.headline, boxes.headline)
  text(section.note, FONTS.note, boxes.note)
  expect(section.dotX).toBeGreaterThanOrEqual(boxes.name.x)
  expect(section.dotX + boxes.dot.width).toBeLessThanOrEqual(boxes.badge.x)
  expect(section.gauges.length).toBeLessThanOrEqual(3)
  for (const [row, gauge] of section.gauges.entries()) {
    const places = gaugeBoxes(index, row, section.gauges.length as 1 | 2 | 3)
    text(gauge.label, FONTS.label, places.label)
    text(gauge.percent, FONTS.percent, places.percent)
    text(gauge.countdown, FONTS.countdown, places.countdown)
    expect(Number.isInteger(gauge.fill) && gauge.fill >= 0 && gauge.fill <= BAR_WIDTH).toBe(true)
  }
  for (const { rest } of [section.dot, section.accent]) {
    expect(rest).toBeGreaterThanOrEqual(0)
    expect(rest).toBeLessThanOrEqual(1)
  }
  const colors = [section.nameColor, section.badgeColor, section.headlineColor, section.noteColor, section.dot.color]
  for (const color of [
    ...colors,
    section.accent.color,
    ...section.gauges.flatMap((one) => [one.color, one.fillColor]),
  ]) {
    expect(Number.isInteger(color) && color >= 0 && color <= 0xffffff).toBe(true)
  }
}
