import { join } from 'node:path'
import type { Agent, EventRow } from './agent.js'
import type { Handler, Wanted } from './hook-group.js'
import { quoted } from './shell-quote.js'

/** Ends every command of ours, so that it is known again wherever the home was when it was written. */
const MARK = '# codexbar'
const WRITTEN = new RegExp(`^test -x .*hook\\.sh["']? [a-z][\\w-]* .*${MARK}$`, 's')

/**
 * Returns the one command an agent's settings carry: the same words for every event, valid in sh, bash, zsh and fish.
 * It replaces its shell, so the script's parent is the agent. When the script is gone it takes the agent's text, says
 * nothing and succeeds.
 * Codex trusts a hash of it: every change here makes each Codex user confirm the hooks again.
 *
 * @param home the codexbar home to bake in; left out when it is `~/.codexbar`.
 */
export function hookCommand(agent: Agent['id'], home?: string): string {
  const script = home === undefined ? '"$HOME/.codexbar/hook.sh"' : quoted(join(home, 'hook.sh'))
  return `test -x ${script} && exec ${script} ${agent} || cat >/dev/null 2>&1 || true ${MARK}`
}

/** Whether a handler found in an agent's settings was written by this installer, now or earlier. */
export function isOurs(handler: unknown): handler is { command: string } {
  return (
    typeof handler === 'object' &&
    handler !== null &&
    'command' in handler &&
    typeof handler.command === 'string' &&
    WRITTEN.test(handler.command)
  )
}

/** Returns the groups an agent's settings should hold, one an event. */
export function wantedHooks(agent: Agent, home?: string): Wanted {
  const command = hookCommand(agent.id, home)
  return new Map(agent.events.map((row) => [row.event, { hooks: [handlerOf(row, command)] }]))
}

/** Returns what `wanted` would be with the commands that an install with another home wrote. */
export function withCommand(wanted: Wanted, command: string): Wanted {
  return new Map([...wanted].map(([event, { hooks }]) => [event, { hooks: [{ ...hooks[0], command }] }]))
}

function handlerOf({ async, timeout }: EventRow, command: string): Handler {
  return async ? { type: 'command', command, async, timeout } : { type: 'command', command, timeout }
}
