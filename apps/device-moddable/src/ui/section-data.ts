import type { Palette } from './palette.js'

/** What the parts of a section are made from: which of the two it is, and the colours to draw it in. */
export type SectionData = { index: 0 | 1; palette: Palette }
