import { type Agent, agents, codexbarHome, defaultCodexbarHome, type Env, settingsPath } from './agents.js'
import { isOurs, wantedHooks } from './hook-command.js'
import { clearHome, fillHome } from './hook-home.js'
import { addHooks, removeHooks } from './settings-edit.js'
import { readSettings, writeSettings } from './settings-file.js'
import { unifiedDiff } from './unified-diff.js'

/** What to do to the settings of which agents. */
export type Change = {
  readonly action: 'install' | 'uninstall'
  readonly agents: readonly Agent[]
  readonly dryRun: boolean
}

/** What became of one agent's settings. `diff` is '' when there was nothing to change. */
export type Outcome =
  | { readonly agent: Agent; readonly file: string; readonly diff: string }
  | { readonly agent: Agent; readonly file: string; readonly problem: string }

/** What a change did: to each agent, and which files of the codexbar home it wrote or removed. */
export type Changed = { readonly outcomes: readonly Outcome[]; readonly home: readonly string[] }

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const changeAgent = async (agent: Agent, env: Env, { action, dryRun }: Change): Promise<Outcome> => {
  const file = settingsPath(agent, env)
  const home = codexbarHome(env)
  const wanted = wantedHooks(agent, home === defaultCodexbarHome(env) ? undefined : home)
  try {
    const found = await readSettings(file)
    const edited = (action === 'install' ? addHooks : removeHooks)(found.text, wanted, found.backup)
    if ('problem' in edited) {
      return { agent, file, problem: `${file}:${edited.problem.line}: ${edited.problem.what}. Nothing was changed.` }
    }
    const diff = unifiedDiff(file, found.text, edited.text)
    if (diff !== '' && !dryRun) await writeSettings(found, edited.text, action === 'install')
    return { agent, file, diff }
  } catch (error) {
    return { agent, file, problem: `${file}: ${reason(error)}` }
  }
}

/** Whether any agent's settings still run `hook.sh`. What cannot be read might. */
const stillUsed = async (env: Env): Promise<boolean> => {
  for (const agent of agents) {
    try {
      const { text = '' } = await readSettings(settingsPath(agent, env))
      const commands = text.match(/"command"\s*:\s*("(?:[^"\\]|\\.)*")/g) ?? []
      if (commands.some((pair) => isOurs(JSON.parse(`{${pair}}`)))) return true
    } catch {
      return true
    }
  }
  return false
}

/**
 * Installs or removes the hooks of the given agents, each on its own: a settings file that is refused does not keep the
 * others from being done. With `dryRun` nothing is written and the outcomes carry the exact differences.
 */
export const changeHooks = async (change: Change, env: Env, url: string): Promise<Changed> => {
  const home = codexbarHome(env)
  // The script comes first and goes last, so that no settings name a script that is not there.
  const filled = change.action === 'install' ? await fillHome(home, env, url, change.dryRun) : []
  const outcomes: Outcome[] = []
  for (const agent of change.agents) outcomes.push(await changeAgent(agent, env, change))
  if (change.action === 'uninstall' && !change.dryRun && !(await stillUsed(env))) await clearHome(home)
  return { outcomes, home: filled }
}
