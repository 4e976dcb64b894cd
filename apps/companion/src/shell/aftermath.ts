import type { Ledger, Session, Taken } from '@codexbar/protocol/session'
import type { Report } from '@codexbar/protocol/wire'
import { epochAfter } from '../core/epoch.js'
import { isOfDemo } from '../core/notify.js'
import type { PerProvider } from '../core/per-provider.js'
import type { Announcer } from './announcer.js'
import type { Board } from './board.js'
import type { Clock } from './clock.js'
import type { Liveness } from './liveness.js'
import type { Quota } from './quota.js'
import type { Heard, StateFile } from './state-file.js'
import type { Streams } from './streams.js'
import type { Wakes } from './wakes.js'
import type { Witnesses } from './witnesses.js'

/** Sees to everything that follows from what was taken. `report`, where it was one. */
export type Aftermath = (taken: Taken, report?: Report) => void

/** Returns what lets everyone know who follows a session. It counts `epochs` on and keeps `heard`. */
export function createAftermath(deps: {
  clock: Clock
  ledger: Ledger
  wakes: Wakes
  announcer: Announcer
  board: Board
  liveness: Liveness
  witnesses: Witnesses
  stateFile: StateFile
  streams: Streams
  quota: Quota
  epochs: PerProvider<number>
  heard: Partial<PerProvider<Heard>>
}): Aftermath {
  const { clock, ledger, wakes, announcer, board, liveness, witnesses, stateFile, streams } = deps
  const { quota, epochs, heard } = deps

  /** Counts the epoch on and rings for the asks that were announced. Answers whether there were any. */
  function announce({ provider, changes }: Taken, session: Session | undefined): boolean {
    const announced = changes.filter(({ type }) => type === 'ask-announced').length
    if (announced === 0) return false
    epochs[provider] = epochAfter(epochs[provider], announced, clock.now())
    if (session !== undefined) announcer.ring(session, changes)
    return true
  }

  function note({ key, provider }: Taken, session: Session | undefined, { event, pid, session_id }: Report): void {
    if (!isOfDemo(session_id)) heard[provider] = { at: clock.now(), event }
    if (session === undefined) return
    if (pid !== undefined && session.host === undefined) liveness.saw(key, pid)
    witnesses.wake(provider)
    if (session.host === undefined) quota.stir(provider, session_id)
  }

  return (taken, report) => {
    const { key, provider, changes, wakeAt, shownChanged, ignored, superseded = [] } = taken
    const session = ledger.get(key)
    if (session === undefined || wakeAt !== undefined) wakes.set(key, wakeAt)
    const isAnnounced = changes.length > 0 && announce(taken, session)
    if (shownChanged || isAnnounced) board.mark(provider)
    if (shownChanged) streams.changed(key)
    for (const other of superseded) streams.changed(other)
    // The name of an event that nobody knows is whatever its sender wrote: it is not passed on.
    if (ignored) return
    if (report !== undefined) note(taken, session, report)
    stateFile.touch()
  }
}
