import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the engine: a package of its own, so that installing the repository needs no compiler. */
export const ENGINE = join(import.meta.dirname, 'engine')

const TOOLS = ['gcc', 'make']

/** A worker to run, or why there is none and whether `installEngine` would help. */
export type Engine = { worker: string } | { missing: string; canBuild: boolean }

/** Returns the built worker of `@agoric/xsnap`, or what is missing for it. */
export function findEngine(): Engine {
  const worker = workerPath()
  if (worker !== undefined && existsSync(worker)) return { worker }
  const absent = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined)
  if (absent.length === 0) return { missing: 'XS is not built: pnpm test:xs builds it', canBuild: true }
  return { missing: `XS is compiled with ${absent.join(' and ')}, which this machine lacks`, canBuild: false }
}

/** Installs the engine, which compiles it, unless it is there or cannot be. */
export function installEngine(): Engine {
  const engine = findEngine()
  if ('worker' in engine || !engine.canBuild) return engine
  console.log('Compiling XS for its first use, about a minute')
  // Forced: a package whose compilation was cut short counts as installed.
  const command = ['--yes', 'pnpm@10', 'install', '--ignore-workspace', '--frozen-lockfile', '--force']
  const { status, stdout } = spawnSync('npx', command, { cwd: ENGINE, encoding: 'utf8' })
  const built = findEngine()
  if (status !== 0 || !('worker' in built)) throw new Error(`XS could not be built (${status}):\n${stdout}`)
  return built
}

/** Where the package's own build puts the worker. */
function workerPath(): string | undefined {
  const platform = { linux: 'lin', darwin: 'mac' }[process.platform as string]
  if (platform === undefined) return undefined
  return join(ENGINE, 'node_modules/@agoric/xsnap/xsnap-native/xsnap/build/bin', platform, 'release/xsnap-worker')
}
