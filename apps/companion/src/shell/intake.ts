import type { Ledger, Session, Taken, WitnessedStatus } from '@codexbar/protocol/session'
import type { Refusal, Report } from '@codexbar/protocol/wire'
import type { Aftermath } from './aftermath.js'
import type { Clock } from './clock.js'
import type { NameProject } from './project-names.js'

/** Takes what is said of sessions, and sees to it that everyone who follows hears what came of it. */
export type Intake = {
  /** Takes one report. `isLocal`: it came from this machine, so its process and its paths are of this machine. */
  take(report: Report, isLocal: boolean): Taken | Refusal
  /** Takes what a witness saw: `status` since `at` (Unix ms), by its own stamp. */
  witness(key: string, status: WitnessedStatus, at: number): void
  /** Lets time pass for one session. */
  tick(key: string): void
}

/** Returns the way into a ledger. */
export function createIntake(deps: {
  ledger: Ledger
  clock: Clock
  nameProject: NameProject
  isAliveElsewhere: (other: Session, pid: number | undefined) => boolean
  follow: Aftermath
}): Intake {
  const { ledger, clock, nameProject, isAliveElsewhere, follow } = deps
  return {
    take(report, isLocal) {
      const told = isLocal ? report : { ...report, pid: undefined, pane: undefined }
      const taken = ledger.take(told, clock.now(), {
        isAliveElsewhere: (other) => isAliveElsewhere(other, told.pid),
        nameOf: (path) => nameProject(path, isLocal && told.host === undefined),
      })
      if (!('error' in taken)) follow(taken, told)
      return taken
    },
    witness(key, status, at) {
      const taken = ledger.witness(key, status, at, clock.now())
      if (taken !== undefined) follow(taken)
    },
    tick(key) {
      const taken = ledger.tick(key, clock.now())
      if (taken !== undefined) follow(taken)
    },
  }
}
