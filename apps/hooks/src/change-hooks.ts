import type { Agent } from './agent.js'
import { AGENTS, settingsPath } from './agents.js'
import type { Env } from './env.js'
import { errorText } from './error-text.js'
import { bakedHome, codexbarHome } from './home.js'
import { wantedHooks } from './hook-command.js'
import { clearHome, dropScript, fillHome, type ScriptName } from './hook-home.js'
import { addHooks, holdsOurs, holdsStatusLine, removeHooks } from './settings-edit.js'
import { backupPath, dropBackup, keepBackup, readSettings, type SettingsFile, writeSettings } from './settings-file.js'
import { parseSettings } from './settings-shape.js'
import { statusLineScript } from './status-line-command.js'
import { unifiedDiff } from './unified-diff.js'

/** What to do to the settings of which agents. An install with `statusLine` wraps the status line of those with one. */
export type Change = {
  action: 'install' | 'uninstall'
  agents: readonly Agent[]
  dryRun: boolean
  statusLine?: boolean
}

/**
 * What became of one agent's settings. `diff` is '' when there was nothing to change; `kept` is the backup that an
 * uninstall leaves, since the settings were edited after the install.
 */
export type Outcome =
  | { agent: Agent; file: string; diff: string; kept?: string }
  | { agent: Agent; file: string; problem: string }

/**
 * What a change did: to each agent, which files of the codexbar home it wrote, and whether an uninstall leaves that
 * home because a companion keeps its files there.
 */
export type Changed = { outcomes: readonly Outcome[]; written: readonly string[]; left?: string }

/**
 * Installs or removes the hooks of the given agents, each on its own: a settings file that is refused does not keep the
 * others from being done. With `dryRun` nothing is written and the outcomes carry the exact differences.
 */
export async function changeHooks(change: Change, env: Env, url: string): Promise<Changed> {
  const home = codexbarHome(env)
  // The scripts come first and go last, so that no settings name a script that is not there.
  const wraps = change.statusLine || (await uses(env, holdsStatusLine))
  const scripts: ScriptName[] = wraps ? ['hook.sh', 'statusline.sh'] : ['hook.sh']
  const written = change.action === 'install' ? await fillHome({ home, url, scripts }, env, change.dryRun) : []
  const outcomes: Outcome[] = []
  for (const agent of change.agents) outcomes.push(await changeAgent(agent, env, change))
  if (change.action === 'install' || change.dryRun) return { outcomes, written }
  const isOver = !(await uses(env, holdsOurs))
  if (!isOver && !(await uses(env, holdsStatusLine))) await dropScript(home, 'statusline.sh')
  return { outcomes, written, ...(isOver && !(await clearHome(home)) ? { left: home } : {}) }
}

async function changeAgent(agent: Agent, env: Env, { action, dryRun, statusLine = false }: Change): Promise<Outcome> {
  const file = settingsPath(agent, env)
  const wanted = wantedHooks(agent, bakedHome(env))
  try {
    const found = await readSettings(file)
    const line = agent.hasStatusLine && { script: statusLineScript(bakedHome(env)), asked: statusLine }
    const edited =
      action === 'install'
        ? addHooks(found.text, wanted, found.backup, line)
        : removeHooks(found.text, wanted, found.backup)
    if ('problem' in edited) {
      return { agent, file, problem: `${file}:${edited.problem.line}: ${edited.problem.what}. Nothing was changed.` }
    }
    const diff = unifiedDiff(file, found.text, edited.text)
    if (dryRun) return { agent, file, diff }
    if (action === 'install') {
      if (diff !== '') await install(found, edited.text)
      return { agent, file, diff }
    }
    return { agent, file, diff, ...(await uninstall(found, edited.text)) }
  } catch (error) {
    return { agent, file, problem: `${file}: ${errorText(error)}` }
  }
}

/** Only a text without anything of ours is worth a backup: it is what an uninstall gives back. */
async function install(found: SettingsFile, text: string | undefined): Promise<void> {
  if (found.text !== undefined && !holdsOurs(found.text)) await keepBackup(found)
  await writeSettings(found, text)
}

async function uninstall(found: SettingsFile, text: string | undefined): Promise<{ kept?: string }> {
  const needless = found.backup !== undefined && (found.backup === text || holdsOurs(found.backup))
  if (needless) await dropBackup(found)
  if (text !== found.text) await writeSettings(found, text)
  return found.backup === undefined || needless ? {} : { kept: backupPath(found.path) }
}

/** Whether any agent's settings hold something of ours, such as `holdsOurs` finds. What cannot be read might. */
async function uses(env: Env, holds: (text: string) => boolean): Promise<boolean> {
  const found = AGENTS.map((agent) =>
    readSettings(settingsPath(agent, env)).then(
      ({ text = '' }) => 'problem' in parseSettings(text) || holds(text),
      () => true,
    ),
  )
  return (await Promise.all(found)).includes(true)
}
