import { LAYOUT, type Scene } from '@codexbar/display'
import { Content } from 'piu/MC'
import { FRAME, GlowBehavior } from './glow.js'
import { place } from './place.js'
import type { SectionData } from './section-data.js'

class AccentBehavior extends GlowBehavior {
  onScene(accent: Content, scene: Scene, now: number) {
    const { index, palette } = this.data
    const section = scene.sections[index]
    const skin = palette.glow(section.accent.color)
    if (accent.skin !== skin) accent.skin = skin
    this.follow(accent, section.accent, section.since, now)
  }
}

/** The strip at a section's left edge: the only part that is drawn while a session waits. */
export const Accent = Content.template(($: SectionData) => ({
  ...place(LAYOUT.sections[$.index].accent),
  interval: FRAME,
  Behavior: AccentBehavior,
}))
