import { once } from 'node:events'
import { type RunningServer, startServer } from '../server.js'
import { homeDir } from '../shell/home.js'
import { VERSION } from '../version.js'
import type { Command, Output } from './command.js'
import { launcherOf } from './launcher.js'

/** What a person does in another terminal once the companion runs. */
const NEXT: readonly (readonly [string, string])[] = [
  ['let your agents report', 'hooks install --statusline'],
  ['watch your sessions', 'codexbar status --watch'],
  ['pair a display', 'codexbar pair device'],
  ['try it without an agent', 'demo'],
  ['check the set-up', 'codexbar doctor'],
]

/** `codexbar start`: the companion, until it is asked to end. */
export const start: Command = {
  options: {
    lan: { type: 'boolean', summary: 'Listen for paired devices and browsers of the local network too (plain HTTP).' },
  },
  async run(values, { env, out, err, signal, root }) {
    const web = new URL('dist/web/', root)
    const server = await startServer({ home: homeDir(env), env, web, lan: values.lan === true })
    if (!server.ok) {
      err.write(`codexbar: ${server.message}\n`)
      return 1
    }
    greet(out, server, launcherOf(env))
    if (!signal.aborted) await once(signal, 'abort')
    // Said before it is so: whatever started this may not wait for the end.
    out.write('\nThe companion ends.\n')
    await server.close()
    return 0
  },
}

function greet(out: Output, { url, link, notices }: RunningServer, launcher: string): void {
  const width = Math.max(...NEXT.map(([what]) => what.length))
  const lines = [
    `codexbar ${VERSION} listens on ${url}. Ctrl-C ends it.`,
    '',
    'Open the page; the link lets one browser in, within ten minutes:',
    `  ${link}`,
    '',
    'In another terminal:',
    ...NEXT.map(([what, command]) => `  ${what.padEnd(width)}  ${launcher} ${command}`),
    '',
    ...notices.map((notice) => `Note: ${notice}`),
  ]
  out.write(`${lines.join('\n')}\n`)
}
