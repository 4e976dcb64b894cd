// Builds the firmware for the simulator and runs it there, on a screen of 320x240, with a companion of this machine.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { runAsCommand } from './run-as-command.js'
import { readSettings } from './setting-arguments.js'
import { buildSimulator } from './simulator.js'

/** Which companion the simulated display asks, where the person names none. */
const HERE = 'companion=http://127.0.0.1:4747'

await runAsCommand(async () => {
  const given = process.argv.slice(2)
  const read = readSettings(given.some((word) => word.startsWith('companion=')) ? given : [HERE, ...given], {
    here: true,
  })
  if (!read.ok) throw new Error(read.message)
  const program = await buildSimulator(read.config)
  const page = join(import.meta.dirname, '../firmware/simulator/page')
  const mcsim = spawn('mcsim', [page, program], { cwd: dirname(program), stdio: 'inherit' })
  await new Promise((resolve, reject) => {
    mcsim.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`mcsim did not start (${error.code}): it comes with the SDK's tools.`)),
    )
    mcsim.on('exit', resolve)
  })
})
