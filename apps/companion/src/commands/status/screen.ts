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
  draw(lines: readonly string[]): void
  /** Gives the terminal back until `enter`: what is drawn meanwhile is not shown. */
  leave(): void
  enter(): void
  /** Gives the terminal back as it was found, for good. */
  close(): void
}

/**
 * Takes over a terminal until `close`. Lines are written over the old ones and never erased first, so nothing flickers;
 * the alternate screen keeps a resize from tearing them and gives the shell's lines back afterwards.
 */
export function openScreen(output: Output): Screen {
  let state: 'ours' | 'lent' | 'closed' = 'ours'
  output.write(ENTER)
  const leave = (next: 'lent' | 'closed'): void => {
    if (state === 'ours') output.write(LEAVE)
    if (state !== 'closed') state = next
  }
  return {
    draw(lines) {
      if (state === 'ours') output.write(HOME + lines.map((line) => line + CLEAR_LINE).join('\r\n') + CLEAR_BELOW)
    },
    leave: () => leave('lent'),
    enter() {
      if (state !== 'lent') return
      state = 'ours'
      output.write(ENTER)
    },
    close: () => leave('closed'),
  }
}
