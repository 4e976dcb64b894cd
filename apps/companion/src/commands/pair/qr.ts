import { columns } from '@codexbar/protocol/wire'
import { renderUnicodeCompact } from 'uqr'
import type { Context } from '../command.js'
import { sizeOf } from '../terminal-size.js'
import { wantsColours } from '../tone.js'

/** Light cells are drawn in the foreground: white on black whatever the terminal's own colours are. */
const WHITE_ON_BLACK = '\u001b[97;40m'
const PLAIN = '\u001b[0m'

/** The quiet zone that readers ask for (cells). */
const BORDER = 2

/** Writes a text as a QR code, where there is room for one. */
export function showQr(text: string, { out, env }: Pick<Context, 'out' | 'env'>): void {
  const lines = renderUnicodeCompact(text, { border: BORDER }).split('\n')
  if (Math.max(...lines.map(columns)) > sizeOf(out).width) return
  const colours = wantsColours(out, env)
  for (const line of lines) out.write(colours ? `${WHITE_ON_BLACK}${line}${PLAIN}\n` : `${line}\n`)
  out.write('\n')
}
