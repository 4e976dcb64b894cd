import type { Box, FontName } from '@codexbar/display'
import { LINES, OVERHANG } from './assets.js'

/**
 * Returns what a line in the middle of `box` can touch, in pixels: its own to redraw, so that nothing of a former text
 * stays behind. The styles' margins give back the overhang.
 */
export function inkOf(box: Box, font: FontName): Box {
  const { height, ink } = LINES[font]
  return {
    x: box.x - OVERHANG,
    y: box.y + Math.floor((box.height - height) / 2),
    width: box.width + 2 * OVERHANG,
    height: ink,
  }
}
