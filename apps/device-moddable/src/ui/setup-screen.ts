import { LAYOUT, THEME } from '@codexbar/display'
import { Container } from 'piu/MC'
import { Line } from './line.js'
import type { Palette } from './palette.js'
import { FULL } from './place.js'

const text = () => THEME.text
const muted = () => THEME.muted

/** What is missing before anything can be shown, what to do, and the device's address. */
export const SetupScreen = Container.template(({ palette }: { palette: Palette }) => ({
  ...FULL,
  contents: [
    Line({ palette, box: LAYOUT.setup.title, part: 'setupTitle', text: (scene) => scene.setup.title, color: text }),
    ...LAYOUT.setup.lines.map((box, row) =>
      Line({ palette, box, part: 'setupLine', text: (scene) => scene.setup.lines[row] ?? '', color: text }),
    ),
    Line({ palette, box: LAYOUT.setup.note, part: 'setupNote', text: (scene) => scene.setup.note, color: muted }),
  ],
}))
