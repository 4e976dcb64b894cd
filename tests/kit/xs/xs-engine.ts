import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repo } from '../repo.js'

/** The folder of the engine: a package of its own, so that installing the repository needs no compiler. */
const ENGINE = join(repo, 'tests/xs/engine')

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
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--force']
  const [command, ...first] = pnpmOf(process.env)
  const { status, error, stdout, stderr } = spawnSync(command, [...first, ...install], {
    cwd: ENGINE,
    encoding: 'utf8',
  })
  const built = findEngine()
  if (status === 0 && 'worker' in built) return built
  const said = [error?.message, stdout, stderr].filter(Boolean).join('\n')
  throw new Error(`XS could not be built (${status}):\n${said}`)
}

/**
 * Returns how to run pnpm: the one that runs us, else the version that the repository names. Every package manager gives
 * its scripts its own path as `npm_execpath`: a script, or a program.
 */
export function pnpmOf({ npm_execpath }: Readonly<Record<string, string | undefined>>): [string, ...string[]] {
  if (npm_execpath !== undefined && /^pnpm/.test(basename(npm_execpath))) {
    return /\.[cm]?js$/.test(npm_execpath) ? [process.execPath, npm_execpath] : [npm_execpath]
  }
  const { packageManager } = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8')) as { packageManager: string }
  return ['npx', '--yes', packageManager.replace(/\+.*$/, '')]
}

/** Where the package's own build puts the worker. */
function workerPath(): string | undefined {
  const platform = { linux: 'lin', darwin: 'mac' }[process.platform as string]
  if (platform === undefined) return undefined
  return join(ENGINE, 'node_modules/@agoric/xsnap/xsnap-native/xsnap/build/bin', platform, 'release/xsnap-worker')
}
