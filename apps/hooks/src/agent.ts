import type { Provider } from '@codexbar/protocol/wire'
import type { Env } from './env.js'
import type { Group } from './hook-group.js'
import type { Document } from './json-tree.js'

/** One line of an agent's event table. `timeout` is in seconds, as both agents write it. */
export type EventRow = {
  event: string
  async: boolean
  timeout: number
  /** Known only to newer clients; older ones neither run it nor ask about it. */
  newer?: true
}

/** Our group under one event of a settings file: its place among the event's groups, and what it says. */
export type Entry = { index: number; group: Group }

/** An agent's settings as they are, with our entries in them by event. */
export type Installed = { path: string; document: Document; entries: ReadonlyMap<string, Entry> }

/** Whether an agent will run the hooks that are installed. */
export type Verdict = {
  /** What keeps all of them from running, in words. */
  blocked: readonly string[]
  /** Where an agent asks before it runs a hook: for which events it was not told yes. */
  trust?: { trusted: boolean; untrusted: readonly string[] }
  /** What else keeps the status line from running, where the agent has one. */
  lineBlocked?: readonly string[]
}

/** What an agent's own files tell of its newest session: when it wrote them last (Unix ms), and its version. */
export type LastSession = { at: number; version?: string }

/** Everything that is known of one agent: where its hooks live, which events are reported, what its files tell. */
export type Agent = {
  /** Also the last word of the hook command and of the path it posts to. */
  id: Lowercase<Provider>
  name: Provider
  /** Returns the folder of the agent's own files. */
  folder(env: Env): string
  /** The file in that folder that holds the hooks. */
  file: string
  events: readonly EventRow[]
  /** Its settings can name a command that draws its status line. */
  hasStatusLine?: true
  /** What a person does after an install. */
  next: string
  /** Reads the newest session file under the agent's folder; `undefined` when there is none. May throw. */
  lastSession(folder: string): Promise<LastSession | undefined>
  /** Returns whether the agent will run what is installed. */
  judge(installed: Installed, folder: string): Promise<Verdict>
}
