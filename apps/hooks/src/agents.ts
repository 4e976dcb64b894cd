import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The agents whose settings can carry our hook; also the last word of the hook command and of the path it posts to. */
export type AgentId = 'claude' | 'codex'

/** What the installer needs from the process: its environment variables. */
export type Env = Readonly<Record<string, string | undefined>>

/** One line of an agent's event table. `timeout` is in seconds, as both agents write it. */
export type EventRow = {
  readonly event: string
  readonly async: boolean
  readonly timeout: number
  /** Known only to newer clients; older ones neither run it nor ask about it. */
  readonly newer?: true
}

/** One agent: where its hooks live and which events are reported. */
export type Agent = {
  readonly id: AgentId
  readonly name: 'Claude' | 'Codex'
  /** The folder of the agent's own files. */
  readonly folder: (env: Env) => string
  /** The file in that folder that holds the hooks. */
  readonly file: string
  readonly events: readonly EventRow[]
  /** What a person does after an install. */
  readonly next: string
}

// An agent kills a hook at its timeout: this only bounds a login shell that hangs or a stdin that is never closed.
const background = (...events: string[]): EventRow[] => events.map((event) => ({ event, async: true, timeout: 5 }))
// Both agents drop a hook that still runs in the background when they exit, so last words are waited for.
const waitedFor = (timeout: number, ...events: string[]): EventRow[] =>
  events.map((event) => ({ event, async: false, timeout }))

const userHome = (env: Env): string => env.HOME || homedir()

/** Every agent, in the order they are handled and printed. A new agent is a new row. */
export const agents: readonly Agent[] = [
  {
    id: 'claude',
    name: 'Claude',
    folder: (env) => resolve(env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude')),
    file: 'settings.json',
    events: [
      ...background('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PermissionDenied'),
      ...background('PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Notification', 'StopFailure'),
      // Not PreCompact and PostCompact: Claude tells of their success on the screen, even of a silent hook's.
      ...background('SubagentStart', 'SubagentStop', 'Elicitation', 'ElicitationResult'),
      // `claude -p` exits right after it, and not only drops a Stop in the background but is slower for it.
      ...waitedFor(2, 'Stop'),
      // Claude gives all SessionEnd hooks 1.5 s together; a larger timeout here would raise that for everybody.
      ...waitedFor(1, 'SessionEnd'),
    ],
    next: 'Running Claude Code sessions pick the hooks up within a second; there is nothing to restart.',
  },
  {
    id: 'codex',
    name: 'Codex',
    folder: (env) => resolve(env.CODEX_HOME || join(userHome(env), '.codex')),
    file: 'hooks.json',
    // All events that any known version sends: each later edit would make Codex ask for trust again.
    events: [
      ...background('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse'),
      ...background('PreModelRequest', 'PostModelRequest', 'PreCompact', 'PostCompact'),
      // `codex exec` prints two lines for a Stop that is waited for; the SessionEnd that follows says the same.
      ...background('SubagentStart', 'SubagentStop', 'Stop'),
      { event: 'StopFailure', async: true, timeout: 5, newer: true },
      // Codex allows these at most 3 s, and its login shell is part of the bill.
      ...waitedFor(2, 'Interrupt', 'SessionEnd'),
    ],
    next: 'Restart Codex and choose "Trust all and continue" at "Hooks need review": until then it skips the hooks silently.',
  },
]

/** The file that carries an agent's hooks, as an absolute path. */
export const settingsPath = (agent: Agent, env: Env): string => join(agent.folder(env), agent.file)

/** The codexbar home, as an absolute path: `CODEXBAR_HOME`, else `~/.codexbar`. */
export const codexbarHome = (env: Env): string => resolve(env.CODEXBAR_HOME || join(userHome(env), '.codexbar'))

/** The codexbar home when nobody chose another. */
export const defaultCodexbarHome = (env: Env): string => resolve(join(userHome(env), '.codexbar'))
