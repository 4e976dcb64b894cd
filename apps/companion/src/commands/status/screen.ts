import type { Output } from '../command.js'

const ESC = '\u001b'
const ENTER = `${ESC}[?1049h${ESC}[?25l`
const LEAVE = `${ESC}[?25h${ESC}[?1049l`
const HOME = `${ESC}[H`
const CLEAR_LINE = `${ESC}[K`
const CLEAR_BELOW = `${ESC}[J`

/** A terminal that is drawn on in place. */
export type Screen = {
  /** Shows `lines`, which fit the terminal, instead of what was shown before. */
  draw: (lines: readonly string[]) => void
  /** Gives the terminal back as it was found. */
  close: () => void
}

/**
 * Takes over a terminal until `close`. Lines are written over the old ones and never erased first, so nothing flickers;
 * the alternate screen keeps a resize from tearing them and gives the shell's lines back afterwards.
 */
export function openScreen(output: Output): Screen {
  let open = true
  output.write(ENTER)
  return {
    draw(lines) {
      if (open) output.write(HOME + lines.map((line) => line + CLEAR_LINE).join('\r\n') + CLEAR_BELOW)
    },
    close() {
      if (open) output.write(LEAVE)
      open = false
    },
  }
}
