import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.js'
import { buildFor, sdkMissing } from './mcconfig.js'

/**
 * Where the simulator's program is built. The SDK writes the settings there in readable form: turbo.json keeps the folder
 * out of what turbo copies to its cache.
 */
const OUTPUT = fileURLToPath(new URL('../dist/simulator-build', import.meta.url))

/** What the SDK calls the system that its simulator runs on, and a program there. */
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, { name: string; file: string }>>> = {
  darwin: { name: 'mac', file: 'mc.so' },
  linux: { name: 'lin', file: 'mc.so' },
  win32: { name: 'win', file: 'mc.dll' },
}

/** Builds the firmware for the simulator with settings (`key=value`) and resolves to the program's path. */
export async function buildSimulator(config: readonly string[] = []): Promise<string> {
  const missing = sdkMissing(process.env)
  if (missing !== undefined) throw new Error(missing)
  const system = SYSTEMS[process.platform]
  if (system === undefined) throw new Error(`The SDK has no simulator for ${process.platform}.`)
  await bundle()
  await mkdir(OUTPUT, { recursive: true })
  await buildFor('sim', { output: OUTPUT, config })
  return join(OUTPUT, 'bin', system.name, 'mc/debug/codexbar', system.file)
}
