// Builds the firmware for the simulator and runs it there, on a screen of 320x240, with a companion of this machine.
import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
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
  const { DISPLAY, WAYLAND_DISPLAY, XDG_CONFIG_HOME } = process.env
  const onLinux = process.platform === 'linux'
  if (onLinux && !DISPLAY && !WAYLAND_DISPLAY) throw new Error('The simulator opens a window: DISPLAY is not set.')
  const program = await buildSimulator(read.config)
  // mcsim copies the program into a folder in here, which it does not make.
  if (onLinux) await mkdir(XDG_CONFIG_HOME || join(homedir(), '.config'), { recursive: true })
  const page = join(import.meta.dirname, '../firmware/simulator/page')
  const mcsim = spawn('mcsim', [page, program], { cwd: dirname(program), stdio: 'inherit' })
  await new Promise((resolve, reject) => {
    mcsim.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`mcsim did not start (${error.code}): it comes with the SDK's tools.`)),
    )
    mcsim.on('exit', (code) => (code ? reject(new Error(`mcsim ended with ${code}.`)) : resolve(undefined)))
  })
})
