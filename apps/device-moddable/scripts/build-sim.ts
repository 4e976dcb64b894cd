// Builds the firmware for the simulator and says where the program is.
import { runAsCommand } from './run-as-command.js'
import { readSettings } from './setting-arguments.js'
import { buildSimulator } from './simulator.js'

await runAsCommand(async () => {
  const read = readSettings(process.argv.slice(2), { here: true })
  if (!read.ok) throw new Error(read.message)
  console.log(await buildSimulator(read.config))
})
