import { LAYOUT, type Scene } from '@codexbar/display'
import { Container } from 'piu/MC'
import { Accent } from './accent.js'
import { Dot } from './dot.js'
import { Gauges } from './gauges.js'
import { Line } from './line.js'
import { FULL } from './place.js'
import type { SectionData } from './section-data.js'

/** One provider: accent, name, dot, badge, project and its gauges. */
export const SectionView = Container.template(($: SectionData) => {
  const { index, palette } = $
  const boxes = LAYOUT.sections[index]
  const of = (scene: Scene) => scene.sections[index]
  return {
    ...FULL,
    contents: [
      Accent($),
      Line({
        palette,
        box: boxes.name,
        part: 'name',
        text: (scene) => of(scene).name,
        color: (scene) => of(scene).nameColor,
      }),
      Dot($),
      Line({
        palette,
        box: boxes.badge,
        part: 'badge',
        side: 'right',
        text: (scene) => of(scene).badge,
        color: (scene) => of(scene).badgeColor,
      }),
      Line({
        palette,
        box: boxes.headline,
        part: 'headline',
        text: (scene) => of(scene).headline,
        color: (scene) => of(scene).headlineColor,
      }),
      Line({
        palette,
        box: boxes.note,
        part: 'note',
        text: (scene) => of(scene).note,
        color: (scene) => of(scene).noteColor,
      }),
      Gauges($),
    ],
  }
})
