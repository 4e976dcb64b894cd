import type { Box, FontName } from '@codexbar/display'
import { cssColour } from './colour.js'
import { FACES } from './font.js'

/** What of a canvas is drawn on. */
export type Surface = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'fillRect'
  | 'fillText'
  | 'beginPath'
  | 'arc'
  | 'fill'
  | 'stroke'
>

/** The three things that the display is made of. Colours are 0xRRGGBB, boxes are in pixels of the display. */
export type Brush = {
  fill(box: Box, colour: number): void
  /** Writes one line in the middle of its box, as the device's labels do. */
  write(text: string, box: Box, font: FontName, colour: number, align?: 'left' | 'right'): void
  /** Draws a disc of radius 5 in the middle of its box, or the ring that is left of it outside radius 3. */
  dot(box: Box, shape: 'solid' | 'hollow', colour: number): void
}

/** Returns what draws on `surface`. */
export function createBrush(surface: Surface): Brush {
  surface.textBaseline = 'alphabetic'
  return {
    fill({ x, y, width, height }, colour) {
      surface.fillStyle = cssColour(colour)
      surface.fillRect(x, y, width, height)
    },
    write(text, { x, y, width, height }, font, colour, align = 'left') {
      if (text === '') return
      const { css, ascent, line } = FACES[font]
      surface.font = css
      surface.textAlign = align
      surface.fillStyle = cssColour(colour)
      surface.fillText(text, align === 'left' ? x : x + width, y + Math.floor((height - line) / 2) + ascent)
    },
    dot({ x, y, width, height }, shape, colour) {
      const centre = [x + width / 2, y + height / 2] as const
      surface.beginPath()
      if (shape === 'solid') {
        surface.arc(...centre, 5, 0, 2 * Math.PI)
        surface.fillStyle = cssColour(colour)
        surface.fill()
      } else {
        surface.arc(...centre, 4, 0, 2 * Math.PI)
        surface.strokeStyle = cssColour(colour)
        surface.lineWidth = 2
        surface.stroke()
      }
    },
  }
}
