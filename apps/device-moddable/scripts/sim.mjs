// Builds the firmware for the simulator and runs it there, on a screen of 320x240, with a companion of this machine.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { report } from './report.mjs'
import { buildSimulator } from './simulator.mjs'

/** What the simulated display is told, where the person tells nothing else. */
const DEFAULTS = { companion: 'http://127.0.0.1:4747' }

await report(async () => {
  const given = process.argv.slice(2)
  const left = Object.entries(DEFAULTS).filter(([key]) => !given.some((word) => word.startsWith(`${key}=`)))
  const program = await buildSimulator([...left.map(([key, value]) => `${key}=${value}`), ...given])
  const page = join(import.meta.dirname, '../firmware/simulator/page')
  const mcsim = spawn('mcsim', [page, program], { cwd: dirname(program), stdio: 'inherit' })
  await new Promise((resolve, reject) => {
    mcsim.on('error', (error) =>
      reject(new Error(`mcsim did not start (${error.code}): it comes with the SDK's tools.`)),
    )
    mcsim.on('exit', resolve)
  })
})
