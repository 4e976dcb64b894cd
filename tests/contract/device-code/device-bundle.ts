import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repo } from '../../kit/repo.js'
import { plainConfig } from './open-program.js'

/** The firmware's modules as the device gets them. */
export type DeviceBundle = {
  /** Each module's text, by its path in the bundle. */
  modules: ReadonlyMap<string, string>
  /** A configuration that names every module. */
  tsconfig: string
  /** The sources of this repository that the modules are made of, by their path in it. */
  sources: ReadonlySet<string>
  remove(): void
}

const app = join(repo, 'apps', 'device-moddable')

/** Bundles the firmware as its build does, into a folder of its own. */
export function bundleDevice(): DeviceBundle {
  const folder = mkdtempSync(join(tmpdir(), 'codexbar-device-'))
  const script = ['--import', 'tsx', '--conditions=codexbar-source', 'scripts/bundle.ts', folder]
  execFileSync(process.execPath, script, { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] })
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
  const modules = new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  const tsconfig = join(folder, 'tsconfig.json')
  writeFileSync(tsconfig, JSON.stringify(plainConfig(paths)))
  const own = paths.filter((path) => !path.startsWith('packages/')).map((path) => path.replace(/\.js$/, '.ts'))
  return {
    modules,
    tsconfig,
    sources: new Set([...own.map((path) => `apps/device-moddable/src/${path}`), ...bundledSources(modules)]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The bundler names each source that it took something of, from the firmware's folder. */
function* bundledSources(modules: ReadonlyMap<string, string>): Generator<string> {
  for (const text of modules.values()) {
    for (const [, path] of text.matchAll(/^\/\/ \.\.\/\.\.\/(packages\/.+\.ts)$/gm)) yield path as string
  }
}
