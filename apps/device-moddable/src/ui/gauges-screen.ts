import { Container } from 'piu/MC'
import { Footer } from './footer.js'
import type { Palette } from './palette.js'
import { FULL } from './place.js'
import { SectionView } from './section.js'

/** What the display shows as soon as it has something to say: both providers and the footer. */
export const GaugesScreen = Container.template(({ palette }: { palette: Palette }) => ({
  ...FULL,
  contents: [SectionView({ index: 0, palette }), SectionView({ index: 1, palette }), Footer({ palette })],
}))
