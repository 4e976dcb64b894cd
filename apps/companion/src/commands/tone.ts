import type { Output } from './command.js'

/** How a piece of text is painted, by what it means. Calm: only what needs the person stands out. */
export const TONES = {
  plain: '',
  faint: '2',
  strong: '1',
  needs_user: '1;33',
  error: '31',
  done: '32',
  running: '36',
  idle: '2',
  unknown: '2',
  ok: '32',
  warn: '33',
  fail: '31',
} as const satisfies Record<string, string>

/** What a piece of text means. */
export type Tone = keyof typeof TONES

/** A piece of a line. */
export type Span = { text: string; tone?: Tone }

/** One line of a view. */
export type Line = readonly Span[]

/** Returns a line as text, with terminal colours where they are wanted. */
export function paint(line: Line, colours: boolean): string {
  return line.map(({ text, tone = 'plain' }) => (colours ? colour(text, TONES[tone]) : text)).join('')
}

/** Whether colours are wanted: on a terminal, unless `NO_COLOR` says no or the terminal is a dumb one. */
export function wantsColours(output: Output, env: Readonly<Record<string, string | undefined>>): boolean {
  return output.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}

function colour(text: string, code: string): string {
  return code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`
}
