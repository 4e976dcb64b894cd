import { freeze } from '@codexbar/protocol/wire'

/** The panel: an ILI9341 in landscape, in pixels. */
export const SCREEN = freeze({ width: 320, height: 240 })

/** A rectangle in pixels of the screen, origin top left. */
export type Box = { x: number; y: number; width: number; height: number }
