import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryAfterIn } from '../../src/agents/retry-after.js'
import {
  afterCall,
  type CallEnd,
  type CallPlan,
  NO_CALLS,
  nextCall,
  resumePlan,
} from '../../src/core/quota/call-plan.js'
import { DAY, HOUR, MINUTE, NOON } from './readings.js'

const called = (...ends: readonly CallEnd[]): CallPlan =>
  ends.reduce((plan, end) => afterCall(plan, end, NOON), NO_CALLS)
const limited = (retryAfter?: number): CallEnd => ({ is: 'limited', retryAfter })
const REFUSED: CallEnd = { is: 'refused', mark: 'mark', state: 'scope_missing' }
const EVERY = 5 * MINUTE

describe('the next call', () => {
  it.each<[string, CallPlan, number, number[], number]>([
    ['is made at once when there was none', NO_CALLS, EVERY, [], -NOON],
    ['comes after the interval', called({ is: 'answered' }), EVERY, [], EVERY],
    ['comes after a longer interval', called({ is: 'answered' }), HOUR, [], HOUR],
    ['is never closer than five minutes', called({ is: 'answered' }), MINUTE, [], 5 * MINUTE],
    ['follows a reset ahead', called({ is: 'answered' }), HOUR, [20 * MINUTE], 20 * MINUTE + 20_000],
    ['follows a reset that passed unseen', called({ is: 'answered' }), HOUR, [-5_000], 5 * MINUTE],
    ['is not closer for a reset', called({ is: 'answered' }), HOUR, [MINUTE], 5 * MINUTE],
    ['does not follow one of several resets at once again', called({ is: 'answered' }), HOUR, [-20_000, -19_999], HOUR],
    ['follows each reset once', called({ is: 'answered' }), HOUR, [-MINUTE], HOUR],
    ['does not wait for a reset', called({ is: 'answered' }), EVERY, [HOUR], EVERY],
    ['does not follow a reset into a ban', called(limited(HOUR)), EVERY, [MINUTE], HOUR],
  ])('%s', (_, plan, every, resets, expected) => {
    expect(
      nextCall(
        plan,
        every,
        resets.map((at) => NOON + at),
        0,
      ),
    ).toBe(NOON + expected)
  })

  it('is up to a tenth of the interval later', () => {
    expect(nextCall(called({ is: 'answered' }), HOUR, [], 0.5)).toBe(NOON + 1.05 * HOUR)
  })

  it('never comes within five minutes of the last, nor within a ban', () => {
    const ends = fc.oneof(
      fc.constant<CallEnd>({ is: 'answered' }),
      fc.constant<CallEnd>({ is: 'failed' }),
      fc.constant(REFUSED),
      fc.option(fc.integer({ min: 0, max: 10 * HOUR }), { nil: undefined }).map(limited),
    )
    const resets = fc.array(fc.integer({ min: -DAY, max: DAY }).map((at) => NOON + at))
    fc.assert(
      fc.property(fc.array(ends, { minLength: 1 }), resets, fc.integer({ max: 2 * HOUR }), (list, at, every) => {
        const plan = called(...list)
        expect(nextCall(plan, every, at, 0)).toBeGreaterThanOrEqual(Math.max(NOON + 5 * MINUTE, plan.blockedUntil))
      }),
    )
  })
})

describe('a ban', () => {
  const wait = (...ends: readonly CallEnd[]) => called(...ends).blockedUntil - NOON

  it.each<[string, CallEnd[], number]>([
    ['is five minutes at first', [limited()], 5 * MINUTE],
    ['doubles', [limited(), limited()], 10 * MINUTE],
    ['doubles for other failures, too', [{ is: 'failed' }, { is: 'failed' }, { is: 'failed' }], 20 * MINUTE],
    ['is an hour at most', Array<CallEnd>(9).fill(limited()), HOUR],
    ['is as long as the other side asks', [limited(3_037_000)], 3_037_000],
    ['is longer than an hour when the other side asks', [limited(2 * HOUR)], 2 * HOUR],
    ['is a day at most', [limited(30 * DAY)], DAY],
    ['is five minutes where less is asked', [limited(1_000)], 5 * MINUTE],
    ['ends with an answer', [limited(), { is: 'answered' }], -NOON],
    ['begins anew after an answer', [limited(), limited(), { is: 'answered' }, limited()], 5 * MINUTE],
    ['is none for credentials that were refused', [REFUSED], -NOON],
  ])('%s', (_, ends, expected) => expect(wait(...ends)).toBe(expected))

  it('remembers the credentials that were refused until an answer', () => {
    expect(called(REFUSED).refused).toEqual({ mark: 'mark', state: 'scope_missing' })
    expect(called(REFUSED, { is: 'answered' })).not.toHaveProperty('refused')
  })

  it('is no longer than a day after the clock was set back', () => {
    const plan = resumePlan({ lastAt: NOON + DAY, blockedUntil: NOON + 30 * DAY, failures: 3 }, NOON)
    expect(plan).toEqual({ lastAt: NOON, blockedUntil: NOON + DAY, failures: 3 })
  })
})

describe('Retry-After', () => {
  it.each([
    [null, undefined],
    ['0', undefined],
    ['0.0', undefined],
    ['-5', undefined],
    ['', undefined],
    ['soon', undefined],
    ['2027-01', undefined],
    ['1', 1_000],
    ['3037', 3_037_000],
    [' 12.5 ', 12_500],
    [new Date(NOON + 90_000).toUTCString(), 90_000],
    [new Date(NOON - 90_000).toUTCString(), undefined],
  ])('%j asks to wait %s ms', (header, expected) => expect(retryAfterIn(header, NOON)).toBe(expected))
})
