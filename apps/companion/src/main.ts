#!/usr/bin/env node
import { COMMANDS } from './commands/commands.js'
import { runCommand } from './commands/run-command.js'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The second time ends at once, in case the first finds something that does not end.
  process.once(signal, () => ending.abort())
}
// A reader that has seen enough (`codexbar status | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Nor is a terminal that was closed: its signal ends us in order.
  if (error.code === 'EIO') return
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
  signal: ending.signal,
  now: Date.now,
  root: new URL('../', import.meta.url),
})
