import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Box, type FontName, THEME } from '@codexbar/display'
import { type Pixels, readPng } from '../kit/pixels.js'

/** A glyph: how much of each pixel it covers (0 to 1), where it stands from the pen, and how far the pen moves. */
type Glyph = { width: number; height: number; dx: number; dy: number; advance: number; coverage: number[] }

type Font = { glyphs: ReadonlyMap<string, Glyph>; lineHeight: number }

const FILES: Record<FontName, string> = { title: 'OpenSans-Semibold-20', body: 'OpenSans-Regular-16' }

/** Room around a text: ink may stand a little left of the pen. */
const MARGIN = 1

/** The device blends 16 steps of cover into 16-bit colours: that alone is well above, another letter below. */
const ALIKE = 0.96

/** Returns whether a text stands in a box of a picture, in the font that the SDK brings and the firmware uses. */
export function says(picture: Pixels, box: Box, text: string, font: FontName): boolean {
  const { letters, width, height } = lettersOf(text, fontNamed(font))
  const shown = coverageOf(picture, box)
  for (let top = 1 - height; top < box.height; top += 1) {
    for (let left = -MARGIN; left <= box.width - width + MARGIN; left += 1) {
      if (letters.every((letter) => likeness(letter, shown, box, left, top) > ALIKE)) return true
    }
  }
  return false
}

/** A letter where it stands in its line: the pixels from `x` to the next letter, and how much of each it covers. */
type Letter = { x: number; width: number; height: number; coverage: Float64Array }

/** Each letter with what its neighbours cover of its place. Spaces are left out. */
function lettersOf(text: string, { glyphs, lineHeight }: Font): { letters: Letter[]; width: number; height: number } {
  const line = [...text].map((letter) => {
    const glyph = glyphs.get(letter)
    if (glyph === undefined) throw new Error(`the font has no ${letter}`)
    return glyph
  })
  const width = line.reduce((sum, { advance }) => sum + advance, 0)
  const height = lineHeight + 4
  const field = new Float64Array(width * height)
  let pen = 0
  for (const { coverage, width: w, dx, dy, advance } of line) {
    coverage.forEach((value, index) => {
      const x = pen + dx + (index % w)
      const y = dy + Math.floor(index / w)
      if (x < 0 || x >= width || y < 0 || y >= height) return
      field[y * width + x] = Math.min(1, (field[y * width + x] ?? 0) + value)
    })
    pen += advance
  }
  const letters: Letter[] = []
  let x = 0
  for (const { advance, coverage: own } of line) {
    const coverage = new Float64Array(advance * height).map((_, index) => {
      return field[Math.floor(index / advance) * width + x + (index % advance)] ?? 0
    })
    if (own.some((value) => value > 0)) letters.push({ x, width: advance, height, coverage })
    x += advance
  }
  return { letters, width, height }
}

/** How far each pixel of a box is from the background, as a part of the farthest. */
function coverageOf(picture: Pixels, box: Box): Float64Array {
  const shown = new Float64Array(box.width * box.height)
  const background = [THEME.background >> 16, (THEME.background >> 8) & 0xff, THEME.background & 0xff]
  let most = 64
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const at = ((box.y + y) * picture.width + box.x + x) * 4
      const distance = Math.max(
        ...background.map((value, channel) => Math.abs((picture.data[at + channel] ?? 0) - value)),
      )
      shown[y * box.width + x] = distance
      most = Math.max(most, distance)
    }
  }
  return shown.map((distance) => distance / most)
}

/** How alike a letter and what is shown in its place are: their correlation, 1 for the same up to contrast. */
function likeness(letter: Letter, shown: Float64Array, box: Box, left: number, top: number): number {
  let [both, own, other] = [0, 0, 0]
  for (let y = 0; y < letter.height; y += 1) {
    const row = top + y
    for (let x = 0; x < letter.width; x += 1) {
      const column = left + letter.x + x
      const inside = row >= 0 && row < box.height && column >= 0 && column < box.width
      const there = inside ? (shown[row * box.width + column] ?? 0) : 0
      const wanted = letter.coverage[y * letter.width + x] ?? 0
      both += there * wanted
      own += wanted * wanted
      other += there * there
    }
  }
  return other === 0 ? 0 : both / Math.sqrt(own * other)
}

const fonts = new Map<FontName, Font>()

function fontNamed(name: FontName): Font {
  const known = fonts.get(name) ?? readFont(FILES[name])
  fonts.set(name, known)
  return known
}

/** Reads a binary BMFont (version 3) of the SDK: blocks of a type, a length and their content. */
function readFont(name: string): Font {
  const path = join(process.env.MODDABLE ?? '', 'examples/assets/fonts', name)
  const data = readFileSync(`${path}.fnt`)
  const sheet = readPng(readFileSync(`${path}.png`))
  const glyphs = new Map<string, Glyph>()
  let lineHeight = 0
  for (let at = 4; at < data.length; at += 5 + data.readUInt32LE(at + 1)) {
    const start = at + 5
    if (data[at] === 2) lineHeight = data.readUInt16LE(start)
    if (data[at] !== 4) continue
    for (let char = start; char < start + data.readUInt32LE(at + 1); char += 20) {
      const field = (index: number) => data.readInt16LE(char + 4 + index * 2)
      const [x, y, width, height] = [field(0), field(1), field(2), field(3)]
      const coverage = Array.from({ length: width * height }, (_, index) => {
        const pixel = (y + Math.floor(index / width)) * sheet.width + x + (index % width)
        return (sheet.data[pixel * 4 + 3] ?? 0) / 255
      })
      const letter = String.fromCodePoint(data.readUInt32LE(char))
      glyphs.set(letter, { width, height, dx: field(4), dy: field(5), advance: field(6), coverage })
    }
  }
  return { glyphs, lineHeight }
}
