import type { Client } from '@codexbar/client'
import type { HooksReport } from '@codexbar/hooks'
import type { NamedHost } from '../../shell/address.js'
import type { Config } from '../../shell/config.js'
import type { Environment } from '../../shell/environment.js'
import type { Exec } from '../../shell/exec.js'

/** Everything that a check may look at. Files are read where these folders are. */
export type Machine = {
  /** The companion's files. */
  home: string
  env: Environment
  /** The settings, or what is wrong with them. */
  settings: Config | { problem: string }
  /** Where the companion is, and a client that asks there; what is wrong when nobody can tell where that is. */
  companion: { url: string; client: Client } | { problem: string }
  /** The host that is named for the companion, if one is. */
  named: NamedHost | undefined
  /** Unix milliseconds. */
  now(): number
  nodeVersion: string
  exec: Exec
  /** What is known of the agents' hooks. */
  hooks: HooksReport
  /** How the person runs the scripts of this project. */
  launcher: string
}

/** What a check found, in one line, and what the person can do about it. */
export type Finding = { level: Level; line: string; todo?: string }

/** How bad a finding is: only `fail` makes the doctor fail. */
export type Level = 'ok' | 'warn' | 'fail'

/** One thing that is looked at. It finds one thing, or one for each agent. */
export type Check = { id: string; run(machine: Machine): Promise<Finding | readonly Finding[]> }
