import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate, expire, type SessionRecord, STATES, type State } from '../../src/wire/index.js'

const record: fc.Arbitrary<SessionRecord> = fc
  .record({
    provider: fc.constantFrom('Claude' as const, 'Codex' as const),
    session_id: fc.uuid(),
    path: fc.constantFrom('/a/app', '/b/app', '/c/web', '/d/api'),
    state: fc.constantFrom(...(Object.keys(STATES) as State[])),
    since: fc.nat(100_000),
    at: fc.nat(4_000_000),
    headless: fc.boolean(),
  })
  .map((some) => ({
    ...some,
    project: some.path.split('/').at(-1) as string,
    reason: 'stop',
    rest: { state: some.state, reason: 'stop', since: some.since, at: some.at },
    asks: [],
    background: 0,
  }))

describe('what is shown', () => {
  it('only ever decays with time', () => {
    fc.assert(
      fc.property(record, fc.nat(5_000_000), fc.nat(5_000_000), (some, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const direct = expire(some, late)
        const step = expire(some, early)
        expect(step === undefined ? undefined : expire(step, late)).toEqual(direct)
        if (step === undefined) expect(direct).toBeUndefined()
      }),
    )
  })

  it('does not depend on the order of the records', () => {
    const shuffled = fc
      .uniqueArray(record, { selector: ({ session_id }) => session_id, maxLength: 12 })
      .chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })))
    fc.assert(
      fc.property(shuffled, fc.nat(4_000_000), ([records, others], now) => {
        expect(aggregate(others, new Set(), now)).toEqual(aggregate(records, new Set(), now))
      }),
    )
  })
})
