import type { ParseArgsConfig } from 'node:util'

/** A line that quotes what others wrote, such as settings or arguments, is a harmless one of at most this length. */
export const LINE_LIMIT = 2_000

/** Where a command writes: a terminal, a file or a pipe. `columns` and `rows` are there when it is a terminal. */
export type Output = {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
  rows?: number
  on(event: 'resize', listener: () => void): unknown
  off(event: 'resize', listener: () => void): unknown
}

/** Everything that a command may touch of the process it runs in. */
export type Context = {
  env: Readonly<Record<string, string | undefined>>
  out: Output
  err: Output
  /** Aborted when the person or the system asks the command to end. */
  signal: AbortSignal
  /** Unix milliseconds. */
  now(): number
  /** The folder of this package: the recorded demo is in it. */
  root: URL
}

/** An option of a command as `parseArgs` takes it, with the line that explains it. */
export type Option = { type: 'boolean' | 'string'; short?: string; value?: string; summary: string }

/** What was given for the options. */
export type Values = ReturnType<typeof import('node:util').parseArgs<ParseArgsConfig>>['values']

/** What a command is told beside its options: one of these words, each with the line that explains it. */
export type Argument = { name: string; choices: Readonly<Record<string, string>> }

/** A command: its options and what it does. `run` gets the word of its argument and resolves to the exit code. */
export type Command = {
  argument?: Argument
  options: Readonly<Record<string, Option>>
  run(values: Values, context: Context, word: string): Promise<number>
}

/** A row of the table of commands. Only the command that runs is loaded. */
export type CommandRow = { name: string; summary: string; load(): Promise<Command> }
