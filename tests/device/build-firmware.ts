import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundle } from '../../apps/device-moddable/scripts/bundle.mjs'
import { buildFor } from '../../apps/device-moddable/scripts/mcconfig.mjs'
import { repo } from '../kit/repo.js'
import { sdk } from './sdk.js'

const BUILD = join(repo, 'tests/device/dist')
const FIRMWARE = join(repo, 'apps/device-moddable/firmware')

/** The program that the simulator runs. */
export const DESK = programIn('desk')

/** The program that runs the golden cases. */
export const GOLDEN = programIn('golden')

/** Memory for every golden scene at once, which no device holds. */
const ROOM = {
  static: 0,
  chunk: { initial: 4_194_304, incremental: 0 },
  heap: { initial: 131_072, incremental: 0 },
  stack: 4096,
}

/**
 * Builds two programs for the simulator, once for all tests: the firmware with the tests' clock in the place of its own,
 * and the golden cases with the firmware's painter. Everything a test varies (companions, tokens, Wi-Fi) it writes to
 * the device's preferences.
 */
export async function setup(): Promise<void> {
  if (sdk.missing !== undefined) return
  const modules = join(BUILD, 'dist/modules')
  await bundle(modules)
  await rename(join(modules, 'clock.js'), join(modules, 'real-clock.js'))
  await cp(join(repo, 'tests/device/twin/clock.js'), join(modules, 'clock.js'))
  await copyFirmware()
  await buildProgram('desk', { include: '../firmware/manifest.json', config: { ssid: '' } })
  await bundleSubject(join(BUILD, 'golden/subject.js'))
  await cp(join(repo, 'tests/device/golden/main.js'), join(BUILD, 'golden/main.js'))
  await buildProgram('golden', {
    include: '../firmware/manifest.json',
    creation: { main: 'golden/main', ...ROOM },
    modules: { 'golden/*': ['./main', './subject'] },
  })
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

function programIn(name: string): string {
  return join(BUILD, name, 'out/bin/lin/mc/debug/codexbar/mc.so')
}

async function buildProgram(name: string, manifest: object): Promise<void> {
  const [folder, output] = [join(BUILD, name), join(BUILD, name, 'out')]
  await mkdir(folder, { recursive: true })
  await mkdir(output, { recursive: true })
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await buildFor('lin', { folder, output, env: { ...process.env, PATH: sdk.missing === undefined ? sdk.path : '' } })
}

async function bundleSubject(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(repo, 'tests/device/golden/subject.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['codexbar-source'],
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  })
}
