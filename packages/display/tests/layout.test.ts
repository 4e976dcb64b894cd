import { describe, expect, it } from 'vitest'
import { type Box, gaugeBoxes, LAYOUT, SCREEN } from '../src/index.js'

const [first, second] = LAYOUT.sections
const { whole: _, ...parts } = first
const boxes: [string, Box][] = [
  ...Object.entries(first).map(([name, box]): [string, Box] => [`${name} of the first section`, box]),
  ...Object.entries(second).map(([name, box]): [string, Box] => [`${name} of the second section`, box]),
  ['the footer, left', LAYOUT.footer.left],
  ['the footer, right', LAYOUT.footer.right],
  ['the set-up title', LAYOUT.setup.title],
  ['the set-up note', LAYOUT.setup.note],
  ...LAYOUT.setup.lines.map((box, row): [string, Box] => [`set-up line ${row}`, box]),
]

describe('the layout', () => {
  it.each(boxes)('has %s on the screen', (_, box) => {
    expect(isWithin(box, { x: 0, y: 0, ...SCREEN })).toBe(true)
  })

  it.each(Object.entries(parts))('has the %s within its section', (_, box) => {
    expect(isWithin(box, first.whole)).toBe(true)
  })

  it('redraws at most 1500 pixels for a pulse', () => {
    expect(first.accent.width * first.accent.height).toBeLessThanOrEqual(1500)
  })

  it('keeps the sections and the footer apart', () => {
    const regions = [first.whole, second.whole, LAYOUT.footer.left, LAYOUT.footer.right]
    for (const [at, region] of regions.entries()) {
      for (const other of regions.slice(at + 1)) expect(overlaps(region, other)).toBe(false)
    }
  })

  it('keeps the parts of a section apart', () => {
    const { accent, name, badge, headline } = first
    const all = [accent, name, badge, headline]
    for (const [at, box] of all.entries()) {
      for (const other of all.slice(at + 1)) expect(sharedPixels(box, other)).toBeLessThanOrEqual(2 * box.width)
    }
  })

  it.each([1, 2, 3] as const)('has %i gauges in a section, apart from each other and from the headline', (rows) => {
    for (const index of [0, 1] as const) {
      const { whole, headline } = LAYOUT.sections[index]
      const all = Array.from({ length: rows }, (_, row) => Object.values(gaugeBoxes(index, row, rows))).flat()
      for (const [at, box] of all.entries()) {
        expect(isWithin(box, whole)).toBe(true)
        expect(overlaps(box, headline)).toBe(false)
        for (const other of all.slice(at + 1)) expect(overlaps(box, other)).toBe(false)
      }
    }
  })

  it('has the first gauge at the same height whatever their number', () => {
    expect(gaugeBoxes(0, 0, 1).label).toEqual(gaugeBoxes(0, 0, 2).label)
    expect(gaugeBoxes(1, 0, 3).label.y).toBe(gaugeBoxes(1, 0, 1).label.y)
  })
})

function isWithin(box: Box, outer: Box): boolean {
  const right = box.x + box.width <= outer.x + outer.width
  return right && box.x >= outer.x && box.y >= outer.y && box.y + box.height <= outer.y + outer.height
}

function overlaps(a: Box, b: Box): boolean {
  return sharedPixels(a, b) > 0
}

function sharedPixels(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
