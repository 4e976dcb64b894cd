import { type Box, FONTS, type Scene } from '@codexbar/display'
import { Label } from 'piu/MC'
import { DataBehavior } from './data-behavior.js'
import { inkOf } from './ink.js'
import type { Palette, Side } from './palette.js'
import { type Corner, place } from './place.js'

/** One line of text: where it stands, and what of a scene it says in which colour. */
export type LineData = {
  palette: Palette
  part: keyof typeof FONTS
  side?: Side
  box: Box
  origin?: Corner
  text(scene: Scene): string
  color(scene: Scene): number
}

class LineBehavior extends DataBehavior<LineData> {
  onScene(label: Label, scene: Scene) {
    const { palette, part, side = 'left' } = this.data
    const ink = palette.ink(FONTS[part], side, this.data.color(scene))
    if (label.style !== ink) label.style = ink
    const text = this.data.text(scene)
    if (label.string !== text) label.string = text
  }
}

/** A label that redraws its own box, and only when its text or colour changed. */
export const Line = Label.template(($: LineData) => ({
  ...place(inkOf($.box, FONTS[$.part]), $.origin),
  string: '',
  Behavior: LineBehavior,
}))
