import type { Box } from '@codexbar/display'
import type { Pixels } from '../kit/pixels.js'

/** Returns the smallest box around all pixels that differ, and how many they are. */
export function difference(a: Pixels, b: Pixels): { count: number; box: Box | undefined } {
  let count = 0
  let [left, top, right, bottom] = [a.width, a.height, -1, -1]
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const at = (y * a.width + x) * 4
      if ([0, 1, 2].every((channel) => a.data[at + channel] === b.data[at + channel])) continue
      count += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return {
    count,
    box: count === 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
  }
}

/** Returns how many pixels of a box have a colour (0xRRGGBB), give or take what a screen of 16 bits rounds away. */
export function countOf(picture: Pixels, box: Box, color: number): number {
  const wanted = [color >> 16, (color >> 8) & 0xff, color & 0xff]
  let count = 0
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let x = box.x; x < box.x + box.width; x += 1) {
      const at = (y * picture.width + x) * 4
      if (wanted.every((value, channel) => Math.abs((picture.data[at + channel] ?? 0) - value) <= 8)) count += 1
    }
  }
  return count
}

/** Returns whether `inner` lies in `outer`. */
export function within(inner: Box, outer: Box): boolean {
  const ends = (box: Box) => [box.x + box.width, box.y + box.height] as const
  const [innerX, innerY] = ends(inner)
  const [outerX, outerY] = ends(outer)
  return inner.x >= outer.x && inner.y >= outer.y && innerX <= outerX && innerY <= outerY
}

/** Returns a picture in which some boxes are black. */
export function without(picture: Pixels, boxes: readonly Box[]): Pixels {
  const data = picture.data.slice()
  for (const { x, y, width, height } of boxes) {
    for (let row = y; row < y + height; row += 1) {
      data.fill(0, (row * picture.width + x) * 4, (row * picture.width + x + width) * 4)
    }
  }
  return { ...picture, data }
}
