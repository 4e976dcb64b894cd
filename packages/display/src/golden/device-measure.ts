import type { Measure } from '../scene/font.js'

/** How far each printable ASCII character moves the pen, from the space on, in the device's two bitmap fonts. */
const ADVANCES = {
  title: [
    5, 6, 9, 13, 11, 17, 15, 5, 6, 6, 11, 11, 5, 6, 5, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 5, 6, 11, 11, 11, 9,
    18, 13, 13, 13, 15, 11, 11, 15, 15, 6, 6, 13, 11, 18, 16, 16, 12, 16, 13, 11, 11, 15, 12, 19, 12, 12, 12, 7, 8, 7,
    11, 9, 12, 12, 12, 10, 12, 12, 7, 11, 13, 6, 6, 11, 6, 19, 13, 12, 12, 12, 9, 10, 8, 13, 11, 16, 11, 11, 10, 8, 11,
    7, 11,
  ],
  body: [
    4, 4, 6, 10, 9, 13, 12, 4, 5, 5, 9, 9, 4, 5, 4, 6, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 4, 4, 9, 9, 9, 7, 14, 10, 10, 10,
    12, 9, 8, 12, 12, 4, 4, 10, 8, 14, 12, 12, 10, 12, 10, 9, 9, 12, 10, 15, 9, 9, 9, 5, 6, 5, 9, 7, 9, 9, 10, 8, 10, 9,
    5, 9, 10, 4, 4, 8, 4, 15, 10, 10, 10, 10, 7, 8, 6, 10, 8, 12, 8, 8, 7, 6, 9, 6, 9,
  ],
} as const

/** Returns the width of ASCII text in pixels as the device draws it: Open Sans Semibold 20 and Regular 16, no kerning. */
export const measureDevice: Measure = (text, font) => {
  let width = 0
  for (const point of text) width += ADVANCES[font][(point.codePointAt(0) ?? 0) - 0x20] ?? 0
  return width
}
