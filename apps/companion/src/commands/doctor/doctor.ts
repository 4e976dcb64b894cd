import { homedir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@codexbar/client'
import { inspectHooks } from '@codexbar/hooks'
import { checkConfig, readConfig } from '../../shell/config.js'
import { systemExec } from '../../shell/exec.js'
import { homeDir } from '../../shell/home.js'
import { readToken } from '../../shell/token.js'
import type { Command, Context } from '../command.js'
import { DEFAULT_URL, findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
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
  const first = [{ text: level.padEnd(4), tone: level }, { text: `  ${id}  ${line}` }]
  if (todo === undefined) return [first]
  return [first, [{ text: `${' '.repeat(8 + id.length)}-> ${todo}`, tone: 'faint' }]]
}

async function examine({ env, now }: Context): Promise<Machine> {
  const home = homeDir(env)
  const config = orElse(() => readConfig(home), checkConfig({}))
  const url = (await findCompanion(env).catch(() => undefined))?.url ?? DEFAULT_URL
  const user = env.HOME ?? homedir()
  let hooks: ReturnType<Machine['hooks']> | undefined
  return {
    home,
    claudeDir: config.claude_dir ?? env.CLAUDE_CONFIG_DIR ?? join(user, '.claude'),
    codexDir: env.CODEX_HOME ?? join(user, '.codex'),
    url,
    client: createClient({ url, token: orElse(() => readToken(home), undefined) }),
    now,
    nodeVersion: process.versions.node,
    exec: systemExec,
    hooks: () => (hooks ??= inspectHooks({ env, home, fetch })),
    launcher: launcherOf(env),
  }
}

/** What cannot be read is a finding of its own check; the others go by the defaults. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
