import { type Change, type Ledger, present, type Session } from '@codexbar/protocol/session'
import { expire, nameProjects } from '@codexbar/protocol/wire'
import { CHANNELS } from '../channels/index.js'
import { asksToPush, type Push, pushOf } from '../core/notify.js'
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { createDispatch } from './dispatch.js'
import type { Log } from './log.js'

/** Rings for asks. */
export type Announcer = {
  /** Sends, through every channel, what the changes of a session are worth. Holds nothing up. */
  ring(session: Session, changes: readonly Change[]): void
  close(): void
}

/** Returns the way from the changes of a ledger's sessions to the channels that the settings ask for. */
export function createAnnouncer(deps: {
  ledger: Ledger
  config: Config
  clock: Clock
  fetch: typeof globalThis.fetch
  log: Log
}): Announcer {
  const { ledger, config, clock, fetch, log } = deps
  const channels = CHANNELS.flatMap((create) => create(config, fetch, process.env) ?? [])
  const dispatches = channels.map((channel) => createDispatch({ channel, clock, log, isOpen }))

  function isOpen({ key, id }: Push): boolean {
    return ledger.get(key)?.asks.some((ask) => ask.id === id) ?? false
  }

  /** The name that tells the session's project from the others that are shown. */
  function nameOf(session: Session): string {
    const now = clock.now()
    const live = [...ledger.records()].filter((record) => expire(record, now) !== undefined)
    return nameProjects(live)(present(session))
  }

  return {
    ring(session, changes) {
      const asks = dispatches.length === 0 ? [] : asksToPush(session, changes)
      for (const ask of asks) {
        const push = pushOf(session, ask, nameOf(session))
        for (const dispatch of dispatches) dispatch.offer(push, clock.now() + config.notify.after * 1000)
      }
    },
    close() {
      for (const dispatch of dispatches) dispatch.close()
    },
  }
}
