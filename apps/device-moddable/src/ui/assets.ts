import { type FontName, THEME } from '@codexbar/display'
import type { SkinDictionary } from 'piu/MC'

/** `rgb` (0xRRGGBB) as Piu writes a colour: 0xRRGGBBAA, opaque. */
export function opaque(rgb: number): number {
  return rgb * 256 + 255
}

/** The fonts among the manifest's resources, as Piu's styles name them. */
export const FACES = Object.freeze({
  title: '600 20px Open Sans',
  body: '16px Open Sans',
} as const satisfies Record<FontName, string>)

/** A line of each font in pixels, from its `.fnt`: its height, and how far down the ink of its lowest glyph goes. */
export const LINES = Object.freeze({
  title: Object.freeze({ height: 27, ink: 27 }),
  body: Object.freeze({ height: 21, ink: 22 }),
} as const satisfies Record<FontName, { height: number; ink: number }>)

/** How many pixels a glyph's ink may reach out of its advance, to the left (`J`) and to the right (`w`). */
export const OVERHANG = 2

/** Skins whose colour never changes. */
export const SKINS = Object.freeze({
  screen: Object.freeze({ fill: opaque(THEME.background) } as const satisfies SkinDictionary),
  track: Object.freeze({ fill: opaque(THEME.faint) } as const satisfies SkinDictionary),
})

/** `firmware/assets/dot.png`: two masks side by side, solid and hollow. */
export const DOT = Object.freeze({ texture: Object.freeze({ path: 'dot.png' }), size: 12, solid: 0, hollow: 1 })
