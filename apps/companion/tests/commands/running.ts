import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { COMMANDS } from '../../src/commands/commands.js'
import { runCommand } from '../../src/commands/run-command.js'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server.js'
import { temporaryFolder } from '../stage.js'
import { testContext } from './test-context.js'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const NETWORK = {
  addresses: () => [{ name: 'wlan0', address: '192.168.1.20', family: 'IPv4' as const, internal: false }],
  hostname: () => 'desk',
}

/** A companion that runs, and the commands as a person beside it runs them. */
export type Terminal = RunningServer & {
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>
}

/** Starts a companion and returns a terminal beside it. */
export async function terminal(options: Partial<ServerOptions> = {}): Promise<Terminal> {
  const home = temporaryFolder()
  const config = { notify: { enabled: false }, claude_dir: home, codex_dir: home, ...options.config }
  // In the file, where the commands look for them too.
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  const { config: _, ...rest } = options
  const server = await startServer({ env: {}, log: quiet, port: 0, network: NETWORK, ...rest, home })
  if (!server.ok) throw new Error(server.message)
  onTestFinished(() => server.close())
  return {
    ...server,
    async run(...args) {
      const { context, out, err } = testContext({ env: { HOME: home, CODEXBAR_HOME: home } })
      return { code: await runCommand(COMMANDS, args, context), out: out(), err: err() }
    },
  }
}
