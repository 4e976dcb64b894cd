import { type Client, createClient } from '@codexbar/client'
import { inspectHooks } from '@codexbar/hooks'
import { plainLine } from '@codexbar/protocol/wire'
import { chooseAddress } from '../../shell/address.js'
import { type Config, ConfigError, readConfig } from '../../shell/config.js'
import { systemExec } from '../../shell/exec.js'
import { homeDir } from '../../shell/home.js'
import { readToken } from '../../shell/token.js'
import { type Command, type Context, LINE_LIMIT } from '../command.js'
import { findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
import { hostNamedIn } from '../opening.js'
import { paint, wantsColours } from '../tone.js'
import type { Finding, Machine } from './check.js'
import { CHECKS } from './checks.js'

/** `codexbar doctor`: what is wrong with the set-up, and what to do about it. Fails when anything must be done. */
export const doctor: Command = {
  options: {},
  async run(_, context) {
    const colours = wantsColours(context.out, context.env)
    const machine = await examine(context)
    const width = Math.max(...CHECKS.map(({ id }) => id.length))
    let failed = false
    for (const { id, run } of CHECKS) {
      for (const finding of [await run(machine)].flat()) {
        failed ||= finding.level === 'fail'
        for (const line of describe(id.padEnd(width), finding)) context.out.write(`${paint(line, colours)}\n`)
      }
    }
    return failed ? 1 : 0
  },
}

function describe(id: string, { level, line, todo }: Finding): Parameters<typeof paint>[0][] {
  const first = [{ text: level.padEnd(4), tone: level }, { text: `  ${id}  ${plainLine(line, LINE_LIMIT)}` }]
  if (todo === undefined) return [first]
  return [first, [{ text: `${' '.repeat(8 + id.length)}-> ${plainLine(todo, LINE_LIMIT)}`, tone: 'faint' }]]
}

async function examine({ env, now }: Context): Promise<Machine> {
  return {
    home: homeDir(env),
    env,
    settings: await orProblem(() => readSettings(env)),
    companion: await orProblem(() => reachCompanion(env)),
    named: hostNamedIn(env),
    now,
    nodeVersion: process.versions.node,
    exec: systemExec,
    hooks: await inspectHooks(env),
    launcher: launcherOf(env),
  }
}

/** Returns the settings of the home, once what the environment adds to them is seen to be usable as well. */
async function readSettings(env: Context['env']): Promise<Config> {
  const config = readConfig(homeDir(env))
  chooseAddress(env, config)
  return config
}

async function reachCompanion(env: Context['env']): Promise<{ url: string; client: Client }> {
  const { home, url } = await findCompanion(env)
  return { url, client: createClient({ url, token: readTokenIfPossible(home) }) }
}

/** A token that cannot be read is as good as none: the companion will say so. */
function readTokenIfPossible(home: string): string | undefined {
  try {
    return readToken(home)
  } catch {
    return undefined
  }
}

async function orProblem<T>(read: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message }
    throw error
  }
}
