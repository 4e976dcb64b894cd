import { LAYOUT, type Scene } from '@codexbar/display'
import { Content } from 'piu/MC'
import { DOT } from './assets.js'
import { FRAME, GlowBehavior } from './glow.js'
import { place } from './place.js'
import type { SectionData } from './section-data.js'

class DotBehavior extends GlowBehavior {
  onScene(dot: Content, scene: Scene, now: number) {
    const { index, palette } = this.data
    const section = scene.sections[index]
    const { shape, color } = section.dot
    const visible = shape !== 'none'
    if (dot.visible !== visible) dot.visible = visible
    if (!visible) return this.still(dot)
    const skin = palette.dot(color)
    if (dot.skin !== skin) dot.skin = skin
    if (dot.x !== section.dotX) dot.x = section.dotX
    dot.variant = shape === 'hollow' ? DOT.hollow : DOT.solid
    this.follow(dot, section.dot, section.since, now)
  }
}

/** The dot behind a provider's name: breathing while it runs, hollow when nobody knows. */
export const Dot = Content.template(($: SectionData) => ({
  ...place(LAYOUT.sections[$.index].dot),
  interval: FRAME,
  visible: false,
  Behavior: DotBehavior,
}))
