// Builds the firmware for the simulator and says where the program is.
import { report } from './report.mjs'
import { buildSimulator } from './simulator.mjs'

await report(async () => console.log(await buildSimulator(process.argv.slice(2))))
