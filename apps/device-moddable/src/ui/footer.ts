import { LAYOUT, type Scene } from '@codexbar/display'
import { Container } from 'piu/MC'
import { Line } from './line.js'
import type { Palette } from './palette.js'
import { FULL } from './place.js'

const color = (scene: Scene) => scene.footer.color

/** The line at the bottom: what is connected, and how old it is. */
export const Footer = Container.template(({ palette }: { palette: Palette }) => ({
  ...FULL,
  contents: [
    Line({ palette, box: LAYOUT.footer.left, part: 'footer', text: (scene) => scene.footer.left, color }),
    Line({
      palette,
      box: LAYOUT.footer.right,
      part: 'footer',
      side: 'right',
      text: (scene) => scene.footer.right,
      color,
    }),
  ],
}))
