import { levelsOf, type QuotaLevels, type Usage } from '@codexbar/protocol/wire'

/** How a person wants their quota drawn: percent used or left, and from which percent used on a bar has which colour. */
export type QuotaStyle = { show: NonNullable<Usage['show']>; levels: Readonly<QuotaLevels> }

/** Returns how the usage is to be drawn. */
export function styleOf(usage: Usage): QuotaStyle {
  return { show: usage.show ?? 'used', levels: levelsOf(usage) }
}
