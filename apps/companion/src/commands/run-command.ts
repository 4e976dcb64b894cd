import { parseArgs } from 'node:util'
import { CompanionError, RefusedError, UnreachableError, UnreadableError } from '@codexbar/client'
import { plainLine } from '@codexbar/protocol/wire'
import { ConfigError } from '../shell/config.js'
import { VERSION } from '../version.js'
import { type Command, type CommandRow, type Context, LINE_LIMIT, type Output, type Values } from './command.js'
import { describeCommand, describeProgram, HELP } from './help.js'
import { launcherOf } from './launcher.js'

/** The exit code of a command line that makes no sense. */
const MISUSE = 2

/**
 * Runs the command that `args` name and resolves to the exit code. A failure that was to be expected is one line on
 * `context.err`; an abort that was asked for is no failure.
 */
export async function runCommand(
  commands: readonly CommandRow[],
  args: readonly string[],
  context: Context,
): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    context.out.write(describeProgram(commands))
    return 0
  }
  if (name === '--version') {
    context.out.write(`${VERSION}\n`)
    return 0
  }
  const row = commands.find((command) => command.name === name)
  if (row === undefined) {
    const known = commands.map((command) => command.name).join(', ')
    return complain(context.err, `There is no command "${name}". There are: ${known}.`, MISUSE)
  }
  const command = await row.load()
  const parsed = parse(rest, command)
  if ('mistake' in parsed) return complain(context.err, `${parsed.mistake} See codexbar ${name} --help.`, MISUSE)
  if (parsed.values.help === true) {
    context.out.write(describeCommand(row, command))
    return 0
  }
  const [word = '', ...extra] = parsed.words
  const mistake = judgeWord(command, word, extra)
  if (mistake !== undefined) return complain(context.err, `${mistake} See codexbar ${name} --help.`, MISUSE)
  try {
    return await command.run(parsed.values, context, word)
  } catch (error) {
    if (context.signal.aborted && error instanceof Error && error.name === 'AbortError') return 0
    if (error instanceof CompanionError) return complain(context.err, explain(error, launcherOf(context.env)), 1)
    if (error instanceof ConfigError) return complain(context.err, error.message, 1)
    throw error
  }
}

/** Returns an expected failure in one line, with what to do about it. */
export function explain(error: CompanionError, launcher: string): string {
  if (error instanceof UnreachableError) return `${error.message} Start it: ${launcher} dev`
  if (error instanceof RefusedError && error.status === 401) {
    return `The companion at ${error.url} does not take this home's token. Is CODEXBAR_HOME the same as the companion's?`
  }
  if (error instanceof UnreadableError) {
    return `${error.message} Choose another port: CODEXBAR_PORT=4848 ${launcher} dev`
  }
  return error.message
}

function parse(
  args: readonly string[],
  { options, argument }: Command,
): { values: Values; words: string[] } | { mistake: string } {
  try {
    const allowPositionals = argument !== undefined
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: HELP },
      allowPositionals,
    })
    return { values, words: positionals }
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      return { mistake: `${error.message.split('. ')[0]}.` }
    }
    throw error
  }
}

/** Returns what is wrong with the words that a command was given, `undefined` when nothing is. */
function judgeWord({ argument }: Command, word: string, extra: readonly string[]): string | undefined {
  if (argument === undefined) return undefined
  const choices = Object.keys(argument.choices).join(', ')
  if (word === '') return `${argument.name} is missing. There are: ${choices}.`
  if (!Object.hasOwn(argument.choices, word)) return `There is no ${argument.name} "${word}". There are: ${choices}.`
  return extra.length === 0 ? undefined : `Unexpected argument '${extra[0]}'.`
}

function complain(output: Output, line: string, code: number): number {
  output.write(`codexbar: ${plainLine(line, LINE_LIMIT)}\n`)
  return code
}
