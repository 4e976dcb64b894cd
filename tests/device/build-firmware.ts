import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BUILD, buildDesk, buildProgram, programIn } from '../kit/simulator/build-desk.js'
import { sdk } from '../kit/simulator/sdk.js'

/** The program that runs the golden cases. */
export const GOLDEN = programIn('golden')

/** Memory for every golden scene at once, which no device holds. */
const ROOM = {
  static: 0,
  chunk: { initial: 4_194_304, incremental: 0 },
  heap: { initial: 131_072, incremental: 0 },
  stack: 4096,
}

/** Builds two programs for the simulator: the firmware, and the golden cases with the firmware's painter. */
export async function setup(): Promise<void> {
  if (sdk.missing !== undefined) return
  await buildDesk()
  await bundleSubject(join(BUILD, 'golden/subject.js'))
  await cp(join(import.meta.dirname, 'golden/main.js'), join(BUILD, 'golden/main.js'))
  await buildProgram('golden', {
    include: '../firmware/manifest.json',
    creation: { main: 'golden/main', ...ROOM },
    modules: { 'golden/*': ['./main', './subject'] },
  })
}

async function bundleSubject(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'golden/subject.ts')],
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
