import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../../../apps/device-moddable/scripts/bundle.js'
import { buildFor, FIRMWARE } from '../../../apps/device-moddable/scripts/mcconfig.js'
import { repo } from '../repo.js'
import { sdk } from './sdk.js'

/** Where programs for the simulator are built; `firmware` in it is the firmware with the tests' clock. */
export const BUILD = join(repo, 'tests/device/dist')

/** The firmware, as a program that the simulator runs. */
export const DESK = programIn('desk')

/**
 * Builds the firmware for the simulator, once for all tests, with the tests' clock in the place of its own. Everything a
 * test varies (companions, tokens, Wi-Fi) it writes to the device's preferences.
 */
export async function buildDesk(): Promise<void> {
  const modules = join(BUILD, 'dist/modules')
  await bundle(modules)
  await rename(join(modules, 'clock.js'), join(modules, 'real-clock.js'))
  await cp(join(import.meta.dirname, 'twin/clock.js'), join(modules, 'clock.js'))
  await copyFirmware()
  await buildProgram('desk', { include: '../firmware/manifest.json', config: { ssid: '' } })
}

async function copyFirmware(): Promise<void> {
  await rm(join(BUILD, 'firmware'), { recursive: true, force: true })
  await cp(FIRMWARE, join(BUILD, 'firmware'), { recursive: true })
  const path = join(BUILD, 'firmware/manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { preload: string[] }
  // What is preloaded runs while it is linked, with all that it imports: the device's preferences are not there then.
  const preload = manifest.preload.map((name) => (name === 'codexbar/clock' ? 'codexbar/real-clock' : name))
  await writeFile(path, JSON.stringify({ ...manifest, preload }))
}

/** Returns where the program `name` is, once it is built. */
export function programIn(name: string): string {
  return join(BUILD, name, 'out/bin/lin/mc/debug/codexbar/mc.so')
}

/** Builds the program of a manifest. Paths in it are relative to the folder `name` in `BUILD`. */
export async function buildProgram(name: string, manifest: object): Promise<void> {
  if (sdk.missing !== undefined) throw new Error(sdk.missing)
  const [folder, output] = [join(BUILD, name), join(BUILD, name, 'out')]
  await mkdir(folder, { recursive: true })
  await mkdir(output, { recursive: true })
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await buildFor('lin', { folder, output, env: { ...process.env, PATH: sdk.path } })
}
