import { levelAt, type Motion } from '@codexbar/display'
import type { Content } from 'piu/MC'
import { DataBehavior } from './data-behavior.js'
import type { SectionData } from './section-data.js'

/** Milliseconds between frames: about 15 a second look smooth at these paces and leave the bus free. */
export const FRAME = 66

/**
 * A part of a section whose `state` is its level (0 background, 1 colour). While it moves Piu runs it: `content.time` is its
 * clock, and a frame invalidates the content's own box. At rest nothing runs.
 */
export class GlowBehavior extends DataBehavior<SectionData> {
  private motion: Motion = 'still'
  private rest = 0
  private since = 0

  /** Takes over what a scene says; the clock is set when a motion begins, so that frames between scenes never jump. */
  follow(content: Content, part: { motion: Motion; rest: number }, since: number, now: number) {
    const begins = !content.running || this.motion !== part.motion || this.since !== since
    this.motion = part.motion
    this.rest = part.rest
    this.since = since
    if (part.motion === 'still') this.still(content)
    else if (begins) {
      content.time = now - since
      content.start()
    }
    content.state = levelAt(part.motion, part.rest, content.time)
  }

  still(content: Content) {
    content.stop()
  }

  onTimeChanged(content: Content) {
    content.state = levelAt(this.motion, this.rest, content.time)
  }
}
