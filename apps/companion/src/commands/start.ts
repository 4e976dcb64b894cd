import { once } from 'node:events'
import { startServer } from '../server.js'
import { homeDir } from '../shell/home.js'
import { VERSION } from '../version.js'
import type { Command, Output } from './command.js'
import { launcherOf } from './launcher.js'

/** What a person does once the companion runs. */
const NEXT: readonly (readonly [string, string])[] = [
  ['let your agents report', 'hooks install'],
  ['watch your sessions', 'codexbar status --watch'],
  ['try it without an agent', 'demo'],
  ['check the set-up', 'codexbar doctor'],
]

/** `codexbar start`: the companion, until it is asked to end. */
export const start: Command = {
  options: {},
  async run(_, { env, out, err, signal }) {
    const server = await startServer({ home: homeDir(env), env })
    if (!server.ok) {
      err.write(`codexbar: ${server.message}\n`)
      return 1
    }
    greet(out, server.url, server.notices, launcherOf(env))
    if (!signal.aborted) await once(signal, 'abort')
    // Said before it is so: whatever started this may not wait for the end.
    out.write('\nThe companion ends.\n')
    await server.close()
    return 0
  },
}

function greet(out: Output, url: string, notices: readonly string[], launcher: string): void {
  const width = Math.max(...NEXT.map(([what]) => what.length))
  const lines = [
    `codexbar ${VERSION} listens on ${url}. Ctrl-C ends it.`,
    '',
    'In another terminal:',
    ...NEXT.map(([what, command]) => `  ${what.padEnd(width)}  ${launcher} ${command}`),
    '',
    ...notices.map((notice) => `Note: ${notice}`),
  ]
  out.write(`${lines.join('\n')}\n`)
}
