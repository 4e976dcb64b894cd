import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Known, NOTHING_KNOWN, takeObservation } from '../../src/core/quota/known.js'
import { observe } from '../../src/core/quota/reading.js'
import { HOUR, MINUTE, NOON, shownAt } from './readings.js'

/** A day of a 5-hour quota as it truly is: when (ms after `NOON`) the person worked, and how much each time took. */
type Work = { after: number; takes: number }

/** The truth from `at` on: how much is used, and when that is reset. */
type Truth = { at: number; pct: number; resets: number }

/** A look of some source at the truth: how it spells it, and how late it is told. */
type Look = { at: number; delay: number; source: string; rounds: boolean; jitter: number; isProven: boolean }

const works = fc.array(
  fc.record({
    after: fc.integer({ min: MINUTE, max: 2 * HOUR }),
    takes: fc.integer({ min: 1, max: 300 }).map((n) => n / 10),
  }),
  { minLength: 3, maxLength: 30 },
)
const looks = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 24 * HOUR }),
    delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 * HOUR })),
    source: fc.constantFrom('a', 'b', 'c'),
    rounds: fc.boolean(),
    jitter: fc.integer({ min: -50_000, max: 50_000 }),
    isProven: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

/** Returns how the quota truly goes: a window begins with the first work after the last one ended. */
function truthsOf(list: readonly Work[]): Truth[] {
  const truths: Truth[] = []
  let at = 0
  for (const { after, takes } of list) {
    at += after
    const last = truths.at(-1)
    const goesOn = last !== undefined && last.resets > at
    truths.push({ at, pct: goesOn ? last.pct + takes : takes, resets: goesOn ? last.resets : at + 5 * HOUR })
  }
  return truths
}

function truthAt(truths: readonly Truth[], at: number): Truth | undefined {
  const truth = truths.filter((one) => one.at <= at).at(-1)
  return truth !== undefined && truth.resets > at ? truth : undefined
}

function told(known: Known, truths: readonly Truth[], { at, delay, source, rounds, jitter, isProven }: Look): Known {
  const truth = truthAt(truths, at)
  const seen = { durationSec: 18_000, ...(truth === undefined ? IDLE : spelled(truth, rounds, jitter)) }
  return takeObservation(
    known,
    observe({ source, observedAt: NOON + at, whole: [], isProven }, [seen]),
    NOON + at + delay,
  )
}

/** What is said while no window has begun. */
const IDLE = { pct: 0, resetsAt: null }

function spelled({ pct, resets }: Truth, rounds: boolean, jitter: number) {
  return { pct: rounds ? Math.floor(pct) : pct, resetsAt: NOON + resets + jitter }
}

describe('whoever looks, however late it is told', () => {
  it('the gauge is never above the truth, never falls within a window and never outlives one', () => {
    fc.assert(
      fc.property(works, looks, (list, seen) => {
        const truths = truthsOf(list)
        let known = NOTHING_KNOWN
        let before: { pct: number; resets: number } | undefined
        for (const look of [...seen].sort((a, b) => a.at + a.delay - b.at - b.delay)) {
          known = told(known, truths, look)
          const now = look.at + look.delay
          const truth = truthAt(truths, now)
          const pct = shownAt(known, now).windows[0]?.pct ?? null
          if (pct === null) continue
          // A jittering reset may be believed a minute longer than it is true.
          if (truth === undefined) expect(pct === 0 || truthAt(truths, now - MINUTE) !== undefined).toBe(true)
          else if (truthAt(truths, now - MINUTE)?.resets === truth.resets) {
            expect(pct).toBeLessThanOrEqual(truth.pct)
            if (before?.resets === truth.resets) expect(pct).toBeGreaterThanOrEqual(before.pct)
            before = { pct, resets: truth.resets }
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the newest proven look counts, give or take a rounding', () => {
    fc.assert(
      fc.property(works, looks, (list, seen) => {
        const truths = truthsOf(list)
        const ordered = [...seen].sort((a, b) => a.at - b.at).map((look) => ({ ...look, delay: 0, isProven: true }))
        let known = NOTHING_KNOWN
        for (const look of ordered) {
          known = told(known, truths, look)
          const truth = truthAt(truths, look.at)
          // By a reset that jitters it may seem to be over.
          if (truth === undefined || truth.resets - look.at < MINUTE) continue
          const pct = shownAt(known, look.at).windows[0]?.pct ?? -1
          expect(Math.abs(pct - truth.pct)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 500 },
    )
  })
})
