import type { Command, CommandRow, Option } from './command.js'

/** Every command and the program itself explain themselves. */
export const HELP: Option = { type: 'boolean', short: 'h', summary: 'Show this help.' }
const VERSION: Option = { type: 'boolean', summary: 'Show the version.' }

/** Returns the help of the whole program. */
export function describeProgram(commands: readonly CommandRow[]): string {
  return [
    'codexbar: which of your coding-agent sessions needs you, in which project, and how much quota is left.',
    '',
    'Usage: codexbar <command> [options]',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...table(Object.entries({ help: HELP, version: VERSION }).map(describeOption)),
    '',
    'codexbar <command> --help says more about one of them.',
    '',
  ].join('\n')
}

/** Returns the help of one command. */
export function describeCommand(row: CommandRow, { options, argument }: Command): string {
  const choices = argument === undefined ? [] : [`${argument.name}:`, ...table(Object.entries(argument.choices)), '']
  return [
    row.summary,
    '',
    `Usage: codexbar ${row.name}${argument === undefined ? '' : ` ${argument.name}`} [options]`,
    '',
    ...choices,
    'Options:',
    ...table(Object.entries({ ...options, help: HELP }).map(describeOption)),
    '',
  ].join('\n')
}

function describeOption([name, { short, value, summary }]: [string, Option]): [string, string] {
  return [`${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, summary]
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
