/** Runs in the page: the colour of each element's text, and of what lies behind it. */
export function coloursOf(selectors: readonly string[]) {
  return selectors.map((selector) => {
    const element = document.querySelector(selector)
    if (element === null) throw new Error(`${selector} is not there`)
    let ground: Element | null = element
    while (ground !== null && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
      ground = ground.parentElement
    return {
      selector,
      text: getComputedStyle(element).color,
      ground: getComputedStyle(ground ?? document.body).backgroundColor,
    }
  })
}

/** The contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** The relative luminance (0 to 1) of a colour that is spelled `rgb(r, g, b)`. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((text) => {
    const value = Number(text) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
