import { plainLine } from '@codexbar/protocol/wire'

/** Takes facts for the person who runs the companion, one line each. Never a token, a prompt or a command. */
export type Log = { info(fact: string): void; warn(fact: string): void; error(fact: string): void }

const LONGEST_LINE = 500

/** Returns a log that writes each fact as one line; by default to standard error. */
export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at = (level: string) => (fact: string) => write(`codexbar ${level}: ${plainLine(fact, LONGEST_LINE)}\n`)
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
