import {
  type Box,
  type Gauge,
  gaugeBoxes,
  LAYOUT,
  mix,
  SCREEN,
  type Scene,
  type Section,
  THEME,
} from '@codexbar/display'
import type { Pixels } from './pixels.js'

/** How far a channel may be from the colour that was asked for: a panel of 16 bits a pixel rounds to steps of 8. */
const CLOSE = 12
/** A channel this far from the background is ink. */
const INK = 24
/** A text's first or last glyph may keep so much distance from the edge that it is aligned to (px). */
const SIDE_BEARING = 4
/** A descender, or the foot of a J, may leave its line's box by so much (px). */
const OVERHANG = 2

/** The best pixel of a thin glyph may stay so far from its colour. */
const THIN = 56
/** Two painters' widths of a name may differ by so much, and with them where its dot stands (px). */
const SHIFT = 2

/** The levels that an accent or a dot is drawn at while it moves. */
const LEVELS = { pulse: [0.45, 1], breathe: [0.35, 0.75] } as const

/**
 * Returns where a picture of the display differs from what a scene says should be where, in words; empty for a picture
 * that agrees. It knows boxes, colours and which of them hold ink, not shapes of letters: any painter's picture of the
 * scene passes, at any moment of its motions.
 */
export function disagreements(pixels: Pixels, scene: Scene): string[] {
  if (pixels.width !== SCREEN.width || pixels.height !== SCREEN.height) {
    return [`it is ${pixels.width}x${pixels.height} px large`]
  }
  const look = createLook(pixels)
  const parts =
    scene.screen === 'setup' ? setupParts(scene) : [...scene.sections.flatMap(sectionParts), ...footerParts(scene)]
  return [...parts.flatMap((part) => part.check(look)), ...strayInk(look, parts)]
}

type Look = {
  /** The colour of a pixel, 0xRRGGBB. */
  at(x: number, y: number): number
  isInk(x: number, y: number): boolean
}

/** A part of the picture: the box that its ink stays in, and what is wrong with it. */
type Part = { box: Box; check(look: Look): string[] }

function setupParts({ setup }: Scene): Part[] {
  return [
    text('the title', setup.title, THEME.text, LAYOUT.setup.title),
    ...LAYOUT.setup.lines.map((box, at) => text(`line ${at + 1}`, setup.lines[at] ?? '', THEME.text, box)),
    text('the note', setup.note, THEME.muted, LAYOUT.setup.note),
  ]
}

function footerParts({ footer }: Scene): Part[] {
  return [
    text("the footer's left", footer.left, footer.color, LAYOUT.footer.left),
    text("the footer's right", footer.right, footer.color, LAYOUT.footer.right, 'right'),
  ]
}

function sectionParts(section: Section, at: number): Part[] {
  const index = at === 0 ? 0 : 1
  const boxes = LAYOUT.sections[index]
  const of = `of ${section.name}`
  const rows = section.gauges.length
  return [
    glow(`the accent ${of}`, boxes.accent, section.accent),
    text(`the name ${of}`, section.name, section.nameColor, beforeDot(boxes.name, section)),
    dot(`the dot ${of}`, { ...boxes.dot, x: section.dotX }, section.dot),
    text(`the badge ${of}`, section.badge, section.badgeColor, boxes.badge, 'right'),
    text(`the headline ${of}`, section.headline, section.headlineColor, boxes.headline),
    ...(rows === 0 ? [text(`the note ${of}`, section.note, section.noteColor, boxes.note)] : []),
    ...section.gauges.flatMap((gauge, row) =>
      gaugeParts(`${gauge.label || `gauge ${row + 1}`} ${of}`, gauge, gaugeBoxes(index, row, rows as 1 | 2 | 3)),
    ),
  ]
}

/** The dot stands in the box of the name, behind its text. */
function beforeDot(box: Box, { dotX }: Section): Box {
  return { ...box, width: Math.min(box.width, dotX - box.x) }
}

function gaugeParts(name: string, gauge: Gauge, boxes: ReturnType<typeof gaugeBoxes>): Part[] {
  return [
    text(`the label ${name}`, gauge.label, gauge.color, boxes.label),
    bar(`the bar ${name}`, boxes.bar, gauge),
    text(`the percent ${name}`, gauge.percent, gauge.color, boxes.percent, 'right'),
    text(`the countdown ${name}`, gauge.countdown, gauge.color, boxes.countdown, 'right'),
  ]
}

/** A box of one colour, at the level of its motion. */
function glow(name: string, box: Box, { motion, rest, color }: Section['accent']): Part {
  return {
    box,
    check(look) {
      const colours = new Set<number>()
      forEachPixel(box, (x, y) => colours.add(look.at(x, y)))
      if (colours.size !== 1) return [`${name} has ${colours.size} colours`]
      const [colour] = colours as Set<number>
      return isLit(colour as number, color, motion, rest) ? [] : [`${name} is ${hex(colour as number)}`]
    },
  }
}

function dot(name: string, box: Box, wish: Section['dot']): Part {
  const { x, y, width, height } = box
  const reach = { ...box, x: x - SHIFT, width: width + 2 * SHIFT }
  return {
    box: reach,
    check(look) {
      if (wish.shape === 'none') return inkIn(look, box) === undefined ? [] : [`${name} is there`]
      for (let shift = -SHIFT; shift <= SHIFT; shift += 1) {
        if (isDot(look, x + shift + width / 2, y + height / 2, wish)) return []
      }
      return [`${name} is not ${wish.shape}, or not ${hex(wish.color)}`]
    },
  }
}

function isDot(look: Look, x: number, y: number, { shape, motion, rest, color }: Section['dot']): boolean {
  const rim = look.at(x - 4, y)
  return isLit(rim, color, motion, rest) && isClose(look.at(x, y), shape === 'solid' ? rim : THEME.background)
}

/** The filled part in its colour from the left, the rest as the track. */
function bar(name: string, box: Box, { fill, fillColor }: Gauge): Part {
  return {
    box,
    check(look) {
      const y = box.y + Math.floor(box.height / 2)
      for (let x = box.x; x < box.x + box.width; x += 1) {
        const wanted = x < box.x + fill ? fillColor : THEME.faint
        const colour = look.at(x, y)
        if (!isClose(colour, wanted)) return [`${name} is ${hex(colour)} at ${x - box.x} px, filled are ${fill}`]
      }
      return []
    },
  }
}

function text(name: string, said: string, colour: number, box: Box, align: 'left' | 'right' = 'left'): Part {
  return {
    box: {
      x: box.x - OVERHANG,
      y: box.y - OVERHANG,
      width: box.width + 2 * OVERHANG,
      height: box.height + 2 * OVERHANG,
    },
    check(look) {
      const ink = inkIn(look, box)
      if (said.trim() === '') return ink === undefined ? [] : [`${name} is there, and should not be`]
      if (ink === undefined) return [`${name} "${said}" is missing`]
      const gap = align === 'left' ? ink.left - box.x : box.x + box.width - 1 - ink.right
      return [
        ...(gap <= SIDE_BEARING ? [] : [`${name} "${said}" begins ${gap} px from the ${align}`]),
        ...(distance(ink.colour, colour) <= THIN
          ? []
          : [`${name} "${said}" is ${hex(ink.colour)}, not ${hex(colour)}`]),
      ]
    },
  }
}

/** Ink where no part of the scene is. */
function strayInk({ isInk }: Look, parts: readonly Part[]): string[] {
  const covered = new Uint8Array(SCREEN.width * SCREEN.height)
  for (const { box } of parts) forEachPixel(box, (x, y) => covered.set([1], y * SCREEN.width + x))
  let count = 0
  let first = ''
  forEachPixel({ x: 0, y: 0, ...SCREEN }, (x, y) => {
    if (covered[y * SCREEN.width + x] === 1 || !isInk(x, y)) return
    count += 1
    first ||= `(${x}, ${y})`
  })
  return count === 0 ? [] : [`${count} px of ink outside every box, the first at ${first}`]
}

function createLook({ data, width }: Pixels): Look {
  const at = (x: number, y: number): number => {
    const from = (y * width + x) * 4
    return ((data[from] ?? 0) << 16) | ((data[from + 1] ?? 0) << 8) | (data[from + 2] ?? 0)
  }
  return { at, isInk: (x, y) => distance(at(x, y), THEME.background) > INK }
}

/** Returns the columns that ink begins and ends in, and the colour of what stands out most. */
function inkIn({ at, isInk }: Look, box: Box): { left: number; right: number; colour: number } | undefined {
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let colour: number = THEME.background
  forEachPixel(box, (x, y) => {
    if (!isInk(x, y)) return
    left = Math.min(left, x)
    right = Math.max(right, x)
    const here = at(x, y)
    if (distance(here, THEME.background) > distance(colour, THEME.background)) colour = here
  })
  return right < left ? undefined : { left, right, colour }
}

function isLit(colour: number, full: number, motion: Section['accent']['motion'], rest: number): boolean {
  const [low, high] = motion === 'still' ? [rest, rest] : LEVELS[motion]
  for (let level = low; level <= high + 1e-9; level += 0.01) {
    if (isClose(colour, mix(THEME.background, full, level))) return true
  }
  return false
}

function isClose(a: number, b: number): boolean {
  return distance(a, b) <= CLOSE
}

function distance(a: number, b: number): number {
  return Math.max(...[16, 8, 0].map((shift) => Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff))))
}

function forEachPixel({ x: left, y: top, width, height }: Box, visit: (x: number, y: number) => void): void {
  for (let y = Math.max(0, top); y < Math.min(SCREEN.height, top + height); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(SCREEN.width, left + width); x += 1) visit(x, y)
  }
}

function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}
