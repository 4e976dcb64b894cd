/** Returns a colour of the theme (0xRRGGBB) as CSS spells it. */
export function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}
