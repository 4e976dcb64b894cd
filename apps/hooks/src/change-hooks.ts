import type { Agent } from './agent.js'
import { AGENTS, settingsPath } from './agents.js'
import type { Env } from './env.js'
import { errorText } from './error-text.js'
import { bakedHome, codexbarHome } from './home.js'
import { wantedHooks } from './hook-command.js'
import { clearHome, dropScript, fillHome, type ScriptName } from './hook-home.js'
import { addHooks, holdsOurs, removeHooks, statusLineIn, unwrapStatusLine } from './settings-edit.js'
import { backupPath, dropBackup, keepBackup, readSettings, type SettingsFile, writeSettings } from './settings-file.js'
import { parseSettings } from './settings-shape.js'
import { statusLineScript, type WrittenLine } from './status-line-command.js'
import { unifiedDiff } from './unified-diff.js'

/**
 * What to do to the settings of which agents. With `statusLine` an install also wraps the status line of those that have
 * one, and an uninstall takes that wrapper alone.
 */
export type Change = {
  action: 'install' | 'uninstall'
  agents: readonly Agent[]
  dryRun: boolean
  statusLine?: boolean
}

/**
 * What became of one agent's settings. `diff` is '' when there was nothing to change; `kept` is the backup that an
 * uninstall leaves, since the settings were edited after the install; `line` is our status line that an install was
 * asked for, or that an uninstall took.
 */
export type Outcome =
  | { agent: Agent; file: string; diff: string; kept?: string; line?: WrittenLine }
  | { agent: Agent; file: string; problem: string }

/**
 * What a change did: to each agent, which files of the codexbar home it wrote, and whether an uninstall leaves that
 * home because a companion keeps its files there.
 */
export type Changed = { outcomes: readonly Outcome[]; written: readonly string[]; left?: string }

/** What is to become of one agent's settings: the text, or none, in place of the one that was found. */
type Plan =
  | { agent: Agent; file: string; found: SettingsFile; text: string | undefined }
  | { agent: Agent; file: string; problem: string }

/**
 * Installs or removes the hooks of the given agents, each on its own: a settings file that is refused does not keep the
 * others from being done. With `dryRun` nothing is written and the outcomes carry the exact differences.
 */
export async function changeHooks(change: Change, env: Env, url: string): Promise<Changed> {
  const home = codexbarHome(env)
  const isUnwrap = change.action === 'uninstall' && change.statusLine
  const agents = change.agents.filter(({ hasStatusLine }) => !isUnwrap || hasStatusLine)
  const plans = await Promise.all(agents.map((agent) => planAgent(agent, env, change)))
  // The scripts come first and go last, so that no settings name a script that is not there.
  const scripts = change.action === 'install' ? await scriptsFor(plans, env) : []
  const written = scripts.length > 0 ? await fillHome({ home, url, scripts }, env, change.dryRun) : []
  const outcomes: Outcome[] = []
  for (const plan of plans) outcomes.push(await applyPlan(plan, change))
  if (change.action === 'install' || change.dryRun) return { outcomes, written }
  const isOver = !(await uses(env, holdsOurs))
  if (!isOver && !(await uses(env, holdsStatusLine))) await dropScript(home, 'statusline.sh')
  return { outcomes, written, ...(isOver && !(await clearHome(home)) ? { left: home } : {}) }
}

async function planAgent(agent: Agent, env: Env, { action, statusLine = false }: Change): Promise<Plan> {
  const file = settingsPath(agent, env)
  const wanted = wantedHooks(agent, bakedHome(env))
  try {
    const found = await readSettings(file)
    const line = agent.hasStatusLine && { script: statusLineScript(bakedHome(env)), asked: statusLine }
    const remove = statusLine ? unwrapStatusLine : removeHooks
    const edited =
      action === 'install' ? addHooks(found.text, wanted, found.backup, line) : remove(found.text, wanted, found.backup)
    if ('problem' in edited) {
      return { agent, file, problem: `${file}:${edited.problem.line}: ${edited.problem.what}. Nothing was changed.` }
    }
    return { agent, file, found, text: edited.text }
  } catch (error) {
    return { agent, file, problem: `${file}: ${errorText(error)}` }
  }
}

/** Returns the scripts that an install needs: none where every agent's settings are refused. */
async function scriptsFor(plans: readonly Plan[], env: Env): Promise<ScriptName[]> {
  const done = plans.filter((plan) => 'found' in plan)
  if (done.length === 0) return []
  const wraps = done.some(({ text = '' }) => holdsStatusLine(text)) || (await uses(env, holdsStatusLine, false))
  return wraps ? ['hook.sh', 'statusline.sh'] : ['hook.sh']
}

async function applyPlan(plan: Plan, { action, dryRun, statusLine }: Change): Promise<Outcome> {
  if ('problem' in plan) return plan
  const { agent, file, found, text } = plan
  const line = action === 'uninstall' ? found.text : statusLine ? text : undefined
  const outcome = { agent, file, diff: unifiedDiff(file, found.text, text), ...lineOf(line) }
  if (dryRun) return outcome
  try {
    if (action === 'uninstall') return { ...outcome, ...(await uninstall(found, text)) }
    if (outcome.diff !== '') await install(found, text)
    return outcome
  } catch (error) {
    return { agent, file, problem: `${file}: ${errorText(error)}` }
  }
}

function lineOf(text = ''): { line?: WrittenLine } {
  const line = statusLineIn(text)
  return line === undefined ? {} : { line }
}

/** Only a text without anything of ours is worth a backup: it is what an uninstall gives back. */
async function install(found: SettingsFile, text: string | undefined): Promise<void> {
  if (found.text !== undefined && !holdsOurs(found.text)) await keepBackup(found)
  await writeSettings(found, text)
}

/** The backup serves as long as anything of ours is there. */
async function uninstall(found: SettingsFile, text: string | undefined): Promise<{ kept?: string }> {
  const isOver = !holdsOurs(text ?? '')
  const needless = found.backup !== undefined && (found.backup === text || holdsOurs(found.backup))
  if (needless) await dropBackup(found)
  if (text !== found.text) await writeSettings(found, text)
  return !isOver || found.backup === undefined || needless ? {} : { kept: backupPath(found.path) }
}

function holdsStatusLine(text: string): boolean {
  return statusLineIn(text) !== undefined
}

/** Whether any agent's settings hold something of ours, such as `holdsOurs` finds; `unread` is for what cannot be read. */
async function uses(env: Env, holds: (text: string) => boolean, unread = true): Promise<boolean> {
  const found = AGENTS.map((agent) =>
    readSettings(settingsPath(agent, env)).then(
      ({ text = '' }) => ('problem' in parseSettings(text) ? unread : holds(text)),
      () => unread,
    ),
  )
  return (await Promise.all(found)).includes(true)
}
