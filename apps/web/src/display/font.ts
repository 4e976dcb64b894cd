import type { FontName, Measure } from '@codexbar/display'

/** The display's fonts as CSS names them, and how high a line of each is and where it stands on the device (px). */
export const FACES: Readonly<Record<FontName, { css: string; ascent: number; line: number }>> = {
  title: { css: '600 20px "Open Sans", sans-serif', ascent: 21, line: 27 },
  body: { css: '400 16px "Open Sans", sans-serif', ascent: 17, line: 21 },
}

/** Resolves once canvases can draw with the fonts; one that cannot be loaded is drawn with another. */
export async function loadFonts(fonts: FontFaceSet): Promise<void> {
  await Promise.allSettled(Object.values(FACES).map(({ css }) => fonts.load(css)))
}

/** Returns what measures texts as `context` draws them. */
export function measureWith(context: Pick<CanvasRenderingContext2D, 'font' | 'measureText'>): Measure {
  return (text, font) => {
    context.font = FACES[font].css
    return context.measureText(text).width
  }
}
