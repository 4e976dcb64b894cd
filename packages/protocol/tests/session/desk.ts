import { type Change, createLedger, type LedgerOptions, type Session, type Taken } from '../../src/session/index.js'
import { aggregate, expire, type Refusal, type Report, type SessionRecord, type State } from '../../src/wire/index.js'

/** A ledger with a clock that only moves when told to, and the wake-ups a shell would give it. */
export function createDesk(options?: LedgerOptions) {
  const ledger = createLedger(options)
  const wakes = new Map<string, number>()
  const changes: Change[] = []
  let now = 0

  function note<T extends Taken | Refusal | undefined>(taken: T): T {
    if (taken === undefined || 'error' in taken) return taken
    changes.push(...taken.changes)
    if (taken.wakeAt === undefined) wakes.delete(taken.key)
    else wakes.set(taken.key, taken.wakeAt)
    return taken
  }

  function advanceTo(t: number): void {
    for (;;) {
      const due = [...wakes].filter(([, at]) => at <= t).sort((a, b) => a[1] - b[1])[0]
      if (due === undefined) break
      now = Math.max(now, due[1])
      wakes.delete(due[0])
      note(ledger.tick(due[0], now))
    }
    now = Math.max(now, t)
  }

  return {
    ledger,
    changes,
    advanceTo,
    /** Reports an event at `t` ms. */
    tell: (t: number, report: Report) => {
      advanceTo(t)
      return note(ledger.take(report, t))
    },
    witness: (t: number, key: string, status: 'busy' | 'waiting' | 'idle' | 'dead', at = t) => {
      advanceTo(t)
      return note(ledger.witness(key, status, at, t))
    },
    record: (id: string): SessionRecord | undefined => {
      const found = [...ledger.records()].find((record) => record.session_id === id)
      return found === undefined ? undefined : expire(found, now)
    },
    state: (id: string): State | 'gone' => {
      const found = [...ledger.records()].find((record) => record.session_id === id)
      return (found === undefined ? undefined : expire(found, now)?.state) ?? 'gone'
    },
    session: (id: string): Session | undefined => [...ledger.sessions()].find((session) => session.id === id),
    status: () => aggregate(ledger.records(), new Set(), now),
  }
}
