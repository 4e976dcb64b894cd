import { type FontName, THEME } from '@codexbar/display'
import { Skin, Style } from 'piu/MC'
import { DOT, FACES, OVERHANG, opaque } from './assets.js'

/** Where a line of text stands in its box. */
export type Side = 'left' | 'right'

/** Styles and skins in the colours (0xRRGGBB) a scene asks for. Each is made once, so what is equal is identical. */
export type Palette = {
  ink(font: FontName, side: Side, color: number): Style
  /** one colour */
  fill(color: number): Skin
  /** state 0 is the background, 1 the colour, between them a blend */
  glow(color: number): Skin
  /** the dot's two masks by variant, glowing */
  dot(color: number): Skin
}

/** Makes an empty palette. It grows to the colours of the theme, which are few. */
export function createPalette(): Palette {
  const background = opaque(THEME.background)
  const inks = {
    title: { left: ink('title', 'left'), right: ink('title', 'right') },
    body: { left: ink('body', 'left'), right: ink('body', 'right') },
  }
  return {
    ink: (font, side, color) => inks[font][side](color),
    fill: once((color) => new Skin({ fill: opaque(color) })),
    glow: once((color) => new Skin({ fill: [background, opaque(color)] })),
    dot: once(
      (color) =>
        new Skin({
          texture: DOT.texture,
          width: DOT.size,
          height: DOT.size,
          variants: DOT.size,
          color: [background, opaque(color)],
        }),
    ),
  }
}

function ink(font: FontName, side: Side): (color: number) => Style {
  const face = { font: FACES[font], horizontal: side, vertical: 'top', left: OVERHANG, right: OVERHANG } as const
  return once((color) => new Style({ ...face, color: opaque(color) }))
}

function once<T>(make: (color: number) => T): (color: number) => T {
  const made = new Map<number, T>()
  return (color) => {
    const known = made.get(color)
    if (known !== undefined) return known
    const it = make(color)
    made.set(color, it)
    return it
  }
}
