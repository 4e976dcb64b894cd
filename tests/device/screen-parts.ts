import { type Box, FONTS, gaugeBoxes, LAYOUT } from '@codexbar/display'
import type { Pixels } from '../kit/pixels.js'
import type { Simulator } from '../kit/simulator/simulator.js'
import { waitUntil } from '../kit/wait-until.js'
import { within } from './picture.js'
import { says } from './words-on-screen.js'

const [claude, codex] = LAYOUT.sections
const [upper, lower] = [gaugeBoxes(0, 0, 2), gaugeBoxes(0, 1, 2)]

/** What can be read where: a box of the screen and the font of what stands there. */
export const PARTS = {
  claudeHeadline: [claude.headline, FONTS.headline],
  claudeBadge: [claude.badge, FONTS.badge],
  claudeNote: [claude.note, FONTS.note],
  upperPercent: [upper.percent, FONTS.percent],
  upperCountdown: [upper.countdown, FONTS.countdown],
  lowerPercent: [lower.percent, FONTS.percent],
  codexHeadline: [codex.headline, FONTS.headline],
  codexBadge: [codex.badge, FONTS.badge],
  footer: [LAYOUT.footer.left, FONTS.footer],
  setupTitle: [LAYOUT.setup.title, FONTS.setupTitle],
  setupNote: [LAYOUT.setup.note, FONTS.setupNote],
} as const

/** The name of a part of the screen. */
export type Part = keyof typeof PARTS

/** Where the bars and the percents of Claude's two windows are. */
export const GAUGES = { upper, lower } as const

/** Where a provider's accent is. */
export const ACCENTS = { Claude: claude.accent, Codex: codex.accent } as const

/** Takes pictures until every part says what it should, and returns that picture; `name` keeps it. */
export async function seeing(
  desk: Simulator,
  texts: Partial<Record<Part, string>>,
  options: { within?: number; name?: string } = {},
): Promise<Pixels> {
  const wanted = Object.entries(texts) as [Part, string][]
  let picture: Pixels | undefined
  await waitUntil(
    JSON.stringify(texts),
    async () => {
      picture = await desk.shot(options.name)
      return wanted.every(([part, text]) => reads(picture as Pixels, part, text))
    },
    { within: options.within ?? 10_000, every: 50, saw: () => desk.lastPicture() },
  )
  return picture as Pixels
}

/** Returns whether a part of the picture says a text. */
export function reads(picture: Pixels, part: Part, text: string): boolean {
  const [box, font] = PARTS[part]
  return says(picture, box, text, font)
}

/** Returns whether all that differs between two pictures lies in one of the boxes. */
export function differsOnlyIn(box: Box | undefined, boxes: readonly Box[]): boolean {
  return box === undefined || boxes.some((outer) => within(box, outer))
}
