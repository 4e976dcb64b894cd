import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { buildFor, sdkMissing } from './mcconfig.mjs'

const OUTPUT = fileURLToPath(new URL('../dist/simulator-build', import.meta.url))

/** What the SDK calls the system that its simulator runs on, and a program there. */
const SYSTEMS = {
  darwin: { name: 'mac', file: 'mc.so' },
  linux: { name: 'lin', file: 'mc.so' },
  win32: { name: 'win', file: 'mc.dll' },
}

/**
 * Builds the firmware for the simulator and resolves to the program's path. `config` are settings as `flash` takes them.
 */
export async function buildSimulator(config = []) {
  const missing = sdkMissing(process.env)
  if (missing !== undefined) throw new Error(missing)
  const system = SYSTEMS[process.platform]
  if (system === undefined) throw new Error(`The SDK has no simulator for ${process.platform}.`)
  await bundle()
  await mkdir(OUTPUT, { recursive: true })
  await buildFor('sim', { output: OUTPUT, config })
  return join(OUTPUT, 'bin', system.name, 'mc/debug/codexbar', system.file)
}
