import { inspectHooks } from '@codexbar/hooks'
import { type Config, ConfigError, readConfig } from '../../shell/config.js'
import { homeDir } from '../../shell/home.js'
import type { Command, Context } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
import { placeSources } from '../quota-advice/place-sources.js'
import { statusLineOf } from '../quota-advice/status-line.js'
import { sizeOf } from '../terminal-size.js'
import { paint, wantsColours } from '../tone.js'
import { renderUsage } from './render.js'

/** `codexbar usage`: the quota of every agent, and what each source says of it. */
export const usage: Command = {
  options: {
    json: { type: 'boolean', summary: 'Print JSON. Programs call pnpm -s codexbar usage --json.' },
  },
  async run(values, { env, out, signal }) {
    const client = connectTo(await findCompanion(env))
    const [usage, quota] = await Promise.all([client.usage({ signal }), client.quota({ signal })])
    if (values.json === true) {
      out.write(`${JSON.stringify({ ok: true, usage, quota }, undefined, 2)}\n`)
      return 0
    }
    const report = placeSources(quota, env, foldersIn(env))
    const ground = { launcher: launcherOf(env), statusLine: statusLineOf(await inspectHooks(env)) }
    const colours = wantsColours(out, env)
    for (const line of renderUsage(usage, report, ground, sizeOf(out).width)) out.write(`${paint(line, colours)}\n`)
    return 0
  },
}

/** Settings that cannot be read name no folder. */
function foldersIn(env: Context['env']): Pick<Config, 'claude_dir' | 'codex_dir'> {
  try {
    return readConfig(homeDir(env))
  } catch (error) {
    if (error instanceof ConfigError) return {}
    throw error
  }
}
