import { TROUBLES, type TroubleText, troubleOf, type Ways } from '../desk/trouble.js'
import { fit } from '../text/fit.js'
import { FONTS, type Measure } from './font.js'
import { LAYOUT } from './layout.js'

/** The screen until the first good answer: what is missing, what to do, and the display's own address. */
export type Setup = { title: string; lines: readonly string[]; note: string }

/** What the set-up screen says while it is not shown. */
export const NO_SETUP: Setup = Object.freeze({ title: '', lines: Object.freeze([]), note: '' })

/** Returns what the set-up screen says; a line for each of the layout's. */
export function setupOf(ways: Ways, measure: Measure): Setup {
  const { trouble, companion } = troubleOf(ways)
  const text: TroubleText = TROUBLES[trouble]
  const label = companion?.label ?? ''
  const { address } = ways.network
  const own = address === undefined ? 'This display has no address yet.' : `This display: ${address}`
  const { title, lines, note } = LAYOUT.setup
  return {
    title: fit(text.title, title.width, FONTS.setupTitle, measure),
    lines: lines.map((box, row) => {
      const line = (text.lines[row] ?? '').split('{}').join(label)
      return fit(line, box.width, FONTS.setupLine, measure)
    }),
    note: fit(own, note.width, FONTS.setupNote, measure),
  }
}
