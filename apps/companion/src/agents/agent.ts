import type { Session, WitnessedStatus } from '@codexbar/protocol/session'
import type { Provider, Refusal, Report } from '@codexbar/protocol/wire'
import type { Clock } from '../shell/clock.js'
import type { Config } from '../shell/config.js'
import type { Environment } from '../shell/environment.js'
import type { Log } from '../shell/log.js'
import type { Processes } from '../shell/processes.js'
import type { ForSource, QuotaSource, RunningSignIn, SignInPost } from './quota-source.js'

/**
 * What only a hook's environment knows: it comes beside the payload. `config_dir` is the folder of the agent's own
 * files, where its environment names one.
 */
export type HookOrigin = Pick<Report, 'pid' | 'pane' | 'attended' | 'project_dir'> & { config_dir?: string }

/**
 * What a hook's payload reads as: a report without a word of the person in it, something for a quota source, nothing
 * for us, or refused.
 */
export type Understood = { report: Report } | { quota: ForSource } | { ignored: true } | { refusal: Refusal }

/** Where a witness stands: what it may look at and whom it tells. */
export type WitnessPost = {
  clock: Clock
  log: Log
  processes: Processes
  config: Config
  env: Environment
  /** Whether any session of this agent is on record. */
  hasSessions(): boolean
  /** The session of this agent with that id, if it is on record. */
  sessionOf(id: string): Session | undefined
  /** Says that the session is in `status` since `at` (Unix ms, by the witness's own stamp). */
  tell(id: string, status: WitnessedStatus, at: number): void
}

/** Proves what no hook says. It looks only while sessions of its agent are on record. */
export type Witness = {
  /** A session of the agent is on record. */
  wake(): void
  /** Whether the session is known to live in a process other than `pid`. */
  isAliveElsewhere(id: string, pid: number | undefined): boolean
  close(): void
}

/** All that is known of one agent. A new agent is one folder and one row of the registry. */
export type Agent = {
  provider: Provider
  /** Reads what one of its hooks sent. */
  read(payload: unknown, origin: HookOrigin): Understood
  createWitness?(post: WitnessPost): Witness
  /** Looks whose quota is read, whichever sources are. It tells before they look, where that can be done at once. */
  createSignIn(post: SignInPost): RunningSignIn
  /** Where its quota is read, the most trusted first. */
  quota: readonly QuotaSource[]
}
