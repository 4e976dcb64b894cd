import { freeze, type Provider } from '@codexbar/protocol/wire'

/** Every colour of the screen, as 0xRRGGBB. The background is dark: the panel stands on a desk day and night. */
export const THEME = freeze({
  background: 0x0b0d10,
  text: 0xf2f4f7,
  muted: 0x9aa3ad,
  faint: 0x2a3038,
  lost: 0x7d858f,
  warning: 0xff453a,
  accents: { Claude: 0xe08157, Codex: 0x2bb6a3 } satisfies Record<Provider, number>,
  levels: { calm: 0x58a06c, high: 0xe3b341, full: 0xff6b57 },
})

/** Returns the colour at `level` (0 to 1) of the way from `a` to `b`, all 0xRRGGBB. */
export function mix(a: number, b: number, level: number): number {
  const red = blend((a >> 16) & 0xff, (b >> 16) & 0xff, level)
  const green = blend((a >> 8) & 0xff, (b >> 8) & 0xff, level)
  return (red << 16) | (green << 8) | blend(a & 0xff, b & 0xff, level)
}

function blend(from: number, to: number, level: number): number {
  return Math.round(from + (to - from) * level)
}
