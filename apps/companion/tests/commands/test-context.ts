import type { Context, Output } from '../../src/commands/command.js'

const output = (written: string[]): Output => ({
  write: (text) => written.push(text),
  on: () => undefined,
  off: () => undefined,
})

/** A context whose output is kept: a pipe, not a terminal. */
export function testContext(more: Partial<Context> = {}): { context: Context; out: () => string; err: () => string } {
  const out: string[] = []
  const err: string[] = []
  const context: Context = {
    env: {},
    out: output(out),
    err: output(err),
    signal: new AbortController().signal,
    now: Date.now,
    root: new URL('../../', import.meta.url),
    ...more,
  }
  return { context, out: () => out.join(''), err: () => err.join('') }
}
