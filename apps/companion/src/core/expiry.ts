import { expire, expiresAt, type SessionRecord } from '@codexbar/protocol/wire'
import { type PerProvider, perProvider } from './per-provider.js'

/** Returns when age alone will next change what these records come to (Unix ms). */
export function nextExpiry(records: Iterable<SessionRecord>, now: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const record of records) {
    const shown = expire(record, now)
    if (shown !== undefined) next = Math.min(next, expiresAt(shown))
  }
  return next
}

/** Returns when age alone last changed each provider's records (Unix ms), 0 where it never did. */
export function lastExpiry(records: Iterable<SessionRecord>, now: number): PerProvider<number> {
  const last = perProvider(() => 0)
  for (const record of records) {
    let shown: SessionRecord | undefined = record
    while (shown !== undefined && expiresAt(shown) <= now) {
      const at = expiresAt(shown)
      last[record.provider] = Math.max(last[record.provider], at)
      shown = expire(record, at)
    }
  }
  return last
}
