import { freeze } from '@codexbar/protocol/wire'
/** `title` is Open Sans Semibold 20, `body` is Open Sans Regular 16: the two fonts that the device carries. */
export type FontName = 'title' | 'body'

/** Returns the width of `text` in pixels as the painter's own font draws it. */
export type Measure = (text: string, font: FontName) => number

/** Which font every text of a scene is drawn in. */
export const FONTS = freeze({
  name: 'title',
  headline: 'title',
  badge: 'body',
  label: 'body',
  percent: 'body',
  countdown: 'body',
  note: 'body',
  footer: 'body',
  setupTitle: 'title',
  setupLine: 'body',
  setupNote: 'body',
} satisfies Record<string, FontName>)
