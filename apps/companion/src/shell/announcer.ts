import type { Change, Ledger, Session } from '@codexbar/protocol/session'
import { CHANNELS } from '../channels/index.js'
import { asksToPush, type Push, pushOf } from '../core/notify.js'
import { nameAmong } from '../core/sessions.js'
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { createDispatch } from './dispatch.js'
import type { Environment } from './environment.js'
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
  env: Environment
}): Announcer {
  const { ledger, config, clock, fetch, log, env } = deps
  const channels = CHANNELS.flatMap((create) => create(config, fetch, env) ?? [])
  const dispatches = channels.map((channel) => createDispatch({ channel, clock, log, isOpen }))

  function isOpen({ key, id }: Push): boolean {
    return ledger.get(key)?.asks.some((ask) => ask.id === id) ?? false
  }

  return {
    ring(session, changes) {
      const asks = dispatches.length === 0 ? [] : asksToPush(session, changes)
      const project = asks.length === 0 ? '' : nameAmong(ledger.sessions(), session, clock.now())
      for (const ask of asks) {
        const push = pushOf(session, ask, project)
        for (const dispatch of dispatches) dispatch.offer(push, config.notify.after * 1000)
      }
    },
    close() {
      for (const dispatch of dispatches) dispatch.close()
    },
  }
}
