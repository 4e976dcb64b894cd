import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { agentVersion } from './agent-version.js'
import { type Agent, defaultCodexbarHome, type Env, settingsPath } from './agents.js'
import { parseCodexConfig, trustHash, trustKey } from './codex-trust.js'
import { type Wanted, wantedHooks } from './hook-command.js'
import { type Document, elements, parseDocument, plainValue, property } from './json-tree.js'
import { type Presence, presence } from './settings-edit.js'
import { readSettings } from './settings-file.js'
import { parseSettings } from './settings-shape.js'

/** What is known of one agent's hooks. */
export type AgentReport = {
  readonly agent: Agent['id']
  readonly name: Agent['name']
  readonly file: string
  readonly installed: 'yes' | 'partly' | 'no'
  readonly events: Presence
  /** Why the settings file cannot be read or edited. */
  readonly problem?: string
  /** What keeps installed hooks from running, in words. */
  readonly blocked: readonly string[]
  /** Codex only: whether it will run the hooks, and for which events it will not. */
  readonly trust?: { readonly trusted: boolean; readonly untrusted: readonly string[] }
  /** The version of the client that ran last. */
  readonly version?: string
}

const managedSettings: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  linux: '/etc/claude-code/managed-settings.json',
}

const switches = ['disableAllHooks', 'allowManagedHooksOnly']

const switchedOff = (path: string, document: Document): string[] =>
  switches.filter((name) => property(document.root, name)?.value === true).map((name) => `${name} is set in ${path}`)

const optionalText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}

const claudeBlocks = async (path: string, document: Document): Promise<string[]> => {
  const managed = managedSettings[process.platform]
  if (!managed) return switchedOff(path, document)
  const policy = parseDocument(await optionalText(managed))
  return [...switchedOff(path, document), ...('problem' in policy ? [] : switchedOff(managed, policy))]
}

const plainJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const codexRules = async (
  agent: Agent,
  env: Env,
  document: Document,
  wanted: Wanted,
): Promise<Pick<AgentReport, 'blocked' | 'trust'>> => {
  const folder = agent.folder(env)
  const path = settingsPath(agent, env)
  const config = parseCodexConfig(await optionalText(join(folder, 'config.toml')))
  // Codex names hooks by the resolved folder when CODEX_HOME is set and by the plain one when it is not.
  const names = [path, join(await realpath(folder).catch(() => folder), agent.file)]
  const runs = (event: string): boolean => {
    const group = wanted.get(event)
    const index = elements(property(property(document.root, 'hooks'), event)).findIndex((node) =>
      isDeepStrictEqual(plainValue(node), group),
    )
    return names.some((name) => {
      const state = config.state.get(trustKey(name, event, index))
      return group !== undefined && state?.hash === trustHash(event, group) && !state.off
    })
  }
  const newer = new Set(agent.events.filter((row) => row.newer).map((row) => row.event))
  const untrusted = presence(document.root, wanted).current.filter((event) => !newer.has(event) && !runs(event))
  const readable = document.root === undefined || plainJson(document.mark + document.body)
  return {
    blocked: [
      ...(config.hooks ? [] : [`the feature "hooks" is off in ${join(folder, 'config.toml')}`]),
      ...(readable
        ? []
        : [`${path} is not plain JSON (a comment, a trailing comma or a byte order mark): Codex skips all of it`]),
    ],
    trust: { trusted: untrusted.length === 0, untrusted },
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Looks at one agent's hooks without changing anything. `home` is the codexbar home. Never throws. */
export const inspectAgent = async (agent: Agent, env: Env, home: string): Promise<AgentReport> => {
  const wanted = wantedHooks(agent, home === defaultCodexbarHome(env) ? undefined : home)
  const file = settingsPath(agent, env)
  const version = await agentVersion(agent.id, agent.folder(env))
  const base = { agent: agent.id, name: agent.name, file, ...(version !== undefined && { version }) }
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
    const complete = events.missing.length === 0 && events.outdated.length === 0
    const installed = complete ? 'yes' : events.current.length + events.outdated.length > 0 ? 'partly' : 'no'
    const rules =
      agent.id === 'codex'
        ? await codexRules(agent, env, document, wanted)
        : { blocked: await claudeBlocks(file, document) }
    return { ...base, installed, events, ...rules }
  } catch (error) {
    return refused(`${file}: ${reason(error)}`)
  }
}
