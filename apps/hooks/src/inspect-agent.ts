import type { Node } from 'jsonc-parser'
import type { Agent, Entry, Verdict } from './agent.js'
import { settingsPath } from './agents.js'
import type { Env } from './env.js'
import { errorText } from './error-text.js'
import { bakedHome } from './home.js'
import { wantedHooks } from './hook-command.js'
import type { Handler } from './hook-group.js'
import { inspectStatusLine, type StatusLineReport } from './inspect-status-line.js'
import { elements, plainValue, property } from './json-tree.js'
import { isOnlyOurs, ourGroups } from './our-hooks.js'
import { type Presence, presence } from './presence.js'
import { readSettings } from './settings-file.js'
import { parseSettings } from './settings-shape.js'

/** What is known of one agent's hooks. */
export type AgentReport = Omit<Verdict, 'lineBlocked'> & {
  agent: Agent['id']
  name: Agent['name']
  file: string
  installed: 'yes' | 'partly' | 'no'
  events: Presence
  /** Why the settings file cannot be read or edited. */
  problem?: string
  /** The version of the client that ran last. */
  version?: string
  /** When a session of the client last wrote its file (Unix ms). */
  lastRan?: number
  /** Its status line, where it has one and the settings can be read. */
  statusLine?: StatusLineReport
}

/** Returns what is known of one agent's hooks, and changes nothing. Never throws. */
export async function inspectAgent(agent: Agent, env: Env): Promise<AgentReport> {
  const wanted = wantedHooks(agent, bakedHome(env))
  const file = settingsPath(agent, env)
  const folder = agent.folder(env)
  const base = { agent: agent.id, name: agent.name, file, ...(await lastSession(agent, folder)) }
  const refused = (problem: string): AgentReport => ({
    ...base,
    installed: 'no',
    events: presence(undefined, wanted),
    blocked: [],
    problem,
  })
  try {
    const document = parseSettings((await readSettings(file)).text ?? '')
    if ('problem' in document) return refused(`${file}:${document.problem.line}: ${document.problem.what}`)
    const events = presence(document.root, wanted)
    const entries = entriesIn(document.root)
    const { lineBlocked = [], ...verdict } = await agent.judge({ path: file, document, entries }, folder)
    const report = { ...base, installed: installedBy(events), events, ...verdict }
    if (!agent.hasStatusLine) return report
    const blocked = [...verdict.blocked, ...lineBlocked]
    return { ...report, statusLine: { ...inspectStatusLine(document.root, bakedHome(env)), blocked } }
  } catch (error) {
    return refused(`${file}: ${errorText(error)}`)
  }
}

function installedBy({ current, missing, outdated }: Presence): AgentReport['installed'] {
  if (missing.length === 0 && outdated.length === 0) return 'yes'
  return current.length + outdated.length > 0 ? 'partly' : 'no'
}

/** Returns our entries as an agent reads them: of the groups of an event, the first one of ours that is ours alone. */
function entriesIn(root: Node | undefined): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [event, groups] of ourGroups(root)) {
    const group = groups.find(({ node }) => isOnlyOurs(node)) ?? groups[0]
    const [handler] = elements(property(group?.node, 'hooks'))
    if (group === undefined || handler === undefined) continue
    entries.set(event, { index: group.index, group: { hooks: [plainValue(handler) as Handler] } })
  }
  return entries
}

async function lastSession(agent: Agent, folder: string): Promise<Pick<AgentReport, 'version' | 'lastRan'>> {
  try {
    const session = await agent.lastSession(folder)
    if (session === undefined) return {}
    return { lastRan: session.at, ...(session.version === undefined ? {} : { version: session.version }) }
  } catch {
    return {}
  }
}
