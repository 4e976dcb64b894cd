import { LAYOUT, SCREEN, type Scene } from '@codexbar/display'

/** A place on the display (pixels of it). */
export type Point = { x: number; y: number }

/** Returns where a click on a display that is drawn in `frame` (CSS pixels) touches it. */
export function touchPoint(
  click: { clientX: number; clientY: number },
  frame: { left: number; top: number; width: number; height: number },
): Point {
  return {
    x: Math.floor(((click.clientX - frame.left) / frame.width) * SCREEN.width),
    y: Math.floor(((click.clientY - frame.top) / frame.height) * SCREEN.height),
  }
}

/** Returns what a key touches: the middle of the first section that waits, else of the display. */
export function keyPoint(scene: Scene | undefined): Point {
  const waiting = scene?.sections.findIndex(({ accent }) => accent.motion === 'pulse') ?? -1
  const box = waiting === 0 || waiting === 1 ? LAYOUT.sections[waiting].whole : { x: 0, y: 0, ...SCREEN }
  return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) }
}
