import type { Ledger, Session, Taken, WitnessedStatus } from '@codexbar/protocol/session'
import type { Refusal, Report } from '@codexbar/protocol/wire'
import type { Clock } from './clock.js'

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
  isAliveElsewhere: (other: Session, report: Report) => boolean
  /** A report is about to be taken: whether its paths are of this machine. */
  before: (isLocal: boolean) => void
  /** Something was taken. `report`, where it was one. */
  follow: (taken: Taken, report?: Report) => void
}): Intake {
  const { ledger, clock, isAliveElsewhere, before, follow } = deps
  return {
    take(report, isLocal) {
      before(isLocal && report.host === undefined)
      const told = isLocal ? report : { ...report, pid: undefined, pane: undefined }
      const taken = ledger.take(told, clock.now(), (other) => isAliveElsewhere(other, told))
      if (!('error' in taken)) follow(taken, told)
      return taken
    },
    witness(key, status, at) {
      if (ledger.get(key) !== undefined) follow(ledger.witness(key, status, at, clock.now()))
    },
    tick(key) {
      if (ledger.get(key) !== undefined) follow(ledger.tick(key, clock.now()))
    },
  }
}
