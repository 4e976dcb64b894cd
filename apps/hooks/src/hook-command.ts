import { join } from 'node:path'
import type { Agent, AgentId, EventRow } from './agents.js'

/** Ends every command of ours, so that it is known again wherever the home was when it was written. */
const mark = '# codexbar'
const written = new RegExp(`^test -x .*hook\\.sh["']? (?:claude|codex) .*${mark}$`, 's')

// fish reads a backslash inside single quotes as an escape and sh does not, so neither character stays inside them.
const quoted = (path: string): string => `'${path.replaceAll(/['\\]/g, (character) => `'\\${character}'`)}'`

/**
 * The one command an agent's settings carry: the same words for every event, valid in sh, bash, zsh and fish.
 * It replaces its shell, so the script's parent is the agent. When the script is gone it takes the agent's text, says
 * nothing and succeeds.
 * Codex trusts a hash of it: every change here makes each Codex user confirm the hooks again.
 *
 * @param home the codexbar home to bake in; left out when it is `~/.codexbar`.
 */
export const hookCommand = (agent: AgentId, home?: string): string => {
  const script = home === undefined ? '"$HOME/.codexbar/hook.sh"' : quoted(join(home, 'hook.sh'))
  return `test -x ${script} && exec ${script} ${agent} || cat >/dev/null 2>&1 || true ${mark}`
}

/** Whether a handler found in an agent's settings was written by this installer, now or earlier. */
export const isOurs = (handler: unknown): boolean =>
  typeof handler === 'object' &&
  handler !== null &&
  'command' in handler &&
  typeof handler.command === 'string' &&
  written.test(handler.command)

/** One handler as both agents spell it. */
export type Handler = {
  readonly type: 'command'
  readonly command: string
  readonly async?: true
  readonly timeout: number
}
/** A group of handlers; without a `matcher` it stands for everything. */
export type Group = { readonly hooks: readonly [Handler] }
/** What an install puts into a settings file: event name to the group that reports it. */
export type Wanted = ReadonlyMap<string, Group>

const handler = (row: EventRow, command: string): Handler => ({
  type: 'command',
  command,
  ...(row.async && { async: true }),
  timeout: row.timeout,
})

/** The groups an agent's settings should hold, one an event. */
export const wantedHooks = (agent: Agent, home?: string): Wanted => {
  const command = hookCommand(agent.id, home)
  return new Map(agent.events.map((row) => [row.event, { hooks: [handler(row, command)] }]))
}
