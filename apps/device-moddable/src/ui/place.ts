import type { Box } from '@codexbar/display'
import type { Coordinates } from 'piu/MC'

/** The upper left corner of something, in pixels of the screen. */
export type Corner = { x: number; y: number }

const SCREEN: Corner = Object.freeze({ x: 0, y: 0 })

/** The coordinates of a content that fills its container: boxes inside it are the screen's own coordinates. */
export const FULL: Coordinates = Object.freeze({ left: 0, top: 0, right: 0, bottom: 0 })

/** Where the content of `box` stands in a container whose corner is at `origin`. */
export function place(box: Box, origin: Corner = SCREEN): Coordinates {
  return { left: box.x - origin.x, top: box.y - origin.y, width: box.width, height: box.height }
}
