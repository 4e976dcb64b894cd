import type { Measure } from '@codexbar/display'
import { Style } from 'piu/MC'
import { FACES } from './assets.js'

/** Makes a measure of what Piu draws: the sum of the fonts' own advances, in pixels. */
export function createMeasure(): Measure {
  const styles = { title: new Style({ font: FACES.title }), body: new Style({ font: FACES.body }) }
  return (text, font) => styles[font].measure(text).width
}
