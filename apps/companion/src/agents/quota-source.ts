import type { Provider, SourceState } from '@codexbar/protocol/wire'
import type { Ms, Observation } from '../core/quota/reading.js'
import type { Clock } from '../shell/clock.js'
import type { Config } from '../shell/config.js'
import type { Environment } from '../shell/environment.js'
import type { Exec } from '../shell/exec.js'
import type { Log } from '../shell/log.js'
import type { Spawn } from '../shell/spawn.js'

/** What of the world is handed in. */
export type Edges = {
  clock: Clock
  log: Log
  env: Environment
  config: Config
  fetch: typeof globalThis.fetch
  exec: Exec
  spawn: Spawn
  /** A number from 0 to 1, another each time. */
  random: () => number
}

/** What is kept over restarts. */
type Memory = {
  /** What was kept last; whatever stands in the file, so it is to be checked. */
  kept: unknown
  /** Keeps a JSON value that holds no credential and no word of the person; on the disk soon, or when it returns. */
  keep(value: unknown, when?: 'soon' | 'now'): void
}

/** Where it is looked who is signed in. */
export type SignInPost = Pick<Edges, 'clock' | 'log' | 'env' | 'config'> &
  Memory & {
    /** Says who is signed in since when; `null` for nobody. The name is a hash. */
    tell(id: string | null, since: Ms): void
  }

/** Looks who is signed in, whichever sources are read. Nothing it does may throw. */
export type RunningSignIn = { close(): void | Promise<void> }

/** Where a quota source stands: what it may use and whom it tells. */
export type QuotaPost = Edges &
  Memory & {
    tell(observation: Observation): void
    /** Says how the last look ended, and when the next one is, where that is planned. */
    note(state: SourceState, nextAt?: Ms): void
    /** When the windows that are shown are reset, those ahead and those that passed. */
    resets(): readonly Ms[]
  }

/** A source that runs. Nothing it does may throw. */
export type RunningSource = {
  /** Takes what a hook of the agent brought for this source, as `Understood` of the agent read it. */
  hear?(said: unknown): void
  /** The agent did something on this machine: its files may have changed. `id` is the session's, where it has one. */
  stir?(id: string | undefined): void
  /** Ends what runs; resolves when no child, watch or call is left. */
  close(): void | Promise<void>
}

/** A row of an agent's quota sources. Its `id` is what the settings and `/usage` call it. */
export type QuotaSource = {
  id: string
  /** Names it to a person, such as `~/.claude.json`. */
  what: string
  /** It asks somebody else's service or runs a program: only where the settings say so. */
  optIn: boolean
  create(post: QuotaPost): RunningSource
}

/** What a hook brought for one of its agent's quota sources. */
export type ForSource = { source: string; said: unknown }

/** A source with whose it is. */
export type ProviderSource = QuotaSource & { provider: Provider }
