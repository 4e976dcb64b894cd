import { describe, expect, it } from 'vitest'
import { labelOf, plainDuration } from '../../src/core/quota/reading.js'
import { listReadings } from '../../src/core/quota/show.js'
import { DAY, HOUR, MINUTE, NOON, percentsAt, play, type Seen, type Step, shownAt } from './readings.js'

const week = (pct: number, more: Partial<Seen> = {}): Seen => ({ pct, resets: 3 * DAY, durationSec: 604_800, ...more })
const five: Seen = { pct: 20, resets: 3 * HOUR }

describe('a label', () => {
  it.each([
    [18_000, '', '5h'],
    [17_940, '', '5h'],
    [604_800, '', '7d'],
    [604_740, '', '7d'],
    [604_800, 'Fable', '7d Fable'],
    [2_592_000, '', '30d'],
    [86_400, '', '1d'],
    [3_600, '', '1h'],
    [5_400, '', '90m'],
    [20, '', '1m'],
    [null, '', 'primary'],
  ])('of %s s and "%s" is %s', (seconds, scope, expected) => {
    const durationSec = plainDuration(seconds)
    expect(labelOf({ durationSec, scope, window: `:${durationSec ?? 'primary'}` })).toBe(expected)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('is of no duration of %s s', (seconds) => {
    expect(plainDuration(seconds)).toBeNull()
  })
})

describe('the windows', () => {
  const all: Step = {
    at: 0,
    windows: [
      { ...week(5), durationSec: 2_592_000 },
      week(100, { kind: 'fable', scope: 'Fable' }),
      week(9),
      week(30, { kind: 'spark', scope: 'Spark', isMain: false }),
      five,
    ],
  }

  it('come by their length, those of one model behind those of all', () => {
    expect(percentsAt(play([all]), 0)).toEqual({ '5h': 20, '7d': 9, '7d Fable': 100, '30d': 5 })
    expect(Object.keys(percentsAt(play([all]), 0))).toEqual(['5h', '7d', '7d Fable', '30d'])
  })

  it('are those that the settings name, however they are spelled', () => {
    expect(percentsAt(play([all]), 0, { windows: ['7D spark', ' 5h ', '12h'] })).toEqual({ '5h': 20, '7d Spark': 30 })
  })

  it('are none that nobody saw', () => {
    expect(shownAt(play([]), 0)).toEqual({ windows: [], observed_at: null, age_sec: null, stale: false, source: null })
  })

  it('are listed past their reset, unknown', () => {
    expect(shownAt(play([{ at: 0, windows: [week(40, { resets: HOUR })] }]), 2 * HOUR)).toMatchObject({
      windows: [{ label: '7d', pct: null, resets_in_sec: null, duration_sec: 604_800 }],
      stale: true,
    })
  })

  it('count the seconds to their reset anew for each answer', () => {
    const known = play([{ at: 0, ...five }])
    const left = (at: number) => shownAt(known, at).windows[0]?.resets_in_sec
    expect(left(0)).toBe(10_800)
    expect(left(MINUTE)).toBe(10_740)
    expect(left(3 * HOUR - 1)).toBe(1)
    expect(left(3 * HOUR)).toBeNull()
  })
})

describe('a provider', () => {
  it('is as old as its newest window, by whatever source', () => {
    const known = play([
      { at: 0, source: 'old', windows: [week(40)] },
      { at: 50 * MINUTE, source: 'new', ...five },
    ])
    const shown = shownAt(known, HOUR)
    expect(shown).toMatchObject({ age_sec: 600, stale: false, source: 'new' })
    expect(shown.windows).toMatchObject([
      { label: '5h', age_sec: 600 },
      { label: '7d', age_sec: 3_600, stale: true },
    ])
    expect(shown.windows[0]).not.toHaveProperty('stale')
  })

  it.each([
    ['fresh for half an hour', 30 * MINUTE, false],
    ['stale after that', 30 * MINUTE + 1, true],
    ['stale after a day', 4.9 * HOUR, true],
  ])('is %s', (_, at, stale) => expect(shownAt(play([{ at: 0, pct: 1, resets: null }]), at).stale).toBe(stale))
})

describe('a reading that is not shown', () => {
  const show = { staleAfter: HOUR }
  const first: Step = { at: 0, ...five }

  it.each<[string, Step[], number, object]>([
    ['is past its reset', [first], 4 * HOUR, { a: 'past_reset' }],
    ['is older than its window', [{ at: 0, pct: 5, resets: null }], 5 * HOUR, { a: 'past_horizon' }],
    ['is older than another', [first, { at: MINUTE, source: 'b', ...five }], MINUTE, { a: 'older', b: undefined }],
    [
      'waits for a second one',
      [first, { at: MINUTE, source: 'b', ...five, pct: 2 }],
      MINUTE,
      { a: undefined, b: 'waiting' },
    ],
    ['waits for a second one of its own', [first, { at: MINUTE, ...five, pct: 2 }], MINUTE, { a: 'waiting' }],
    ['is of a clock that is wrong', [{ at: 0, pct: 5, resets: 9 * HOUR }], MINUTE, { a: 'skewed' }],
    [
      'is of another account',
      [
        { at: 0, signedIn: 'one' },
        { at: MINUTE, account: 'two', ...five },
      ],
      MINUTE,
      { a: 'other_account' },
    ],
    [
      'is of an account that left',
      [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, signedIn: 'two' }],
      MINUTE,
      { a: 'other_account' },
    ],
    ['is of nobody', [first, { at: MINUTE, signedIn: null }], MINUTE, { a: 'signed_out' }],
    ['is not there any more', [first, { at: MINUTE, source: 'b', whole: 'all', windows: [] }], MINUTE, { a: 'gone' }],
    ['is not chosen', [{ at: 0, ...five, isMain: false, kind: 'x' }], MINUTE, { a: 'hidden' }],
  ])('%s', (_, steps, at, expected) => {
    const readings = listReadings('Claude', play(steps), show, NOON + at)
    expect(Object.fromEntries(readings.map(({ source, why }) => [source, why]))).toEqual(expected)
    for (const { shown, why } of readings) expect(shown).toBe(why === undefined)
  })
})

describe('the readings', () => {
  it('are the last of each source of each window', () => {
    const spark = week(30, { kind: 'spark', scope: 'Spark', isMain: false })
    const known = play([
      { at: 0, windows: [five], whole: [''] },
      { at: MINUTE, windows: [spark], whole: ['spark'] },
      { at: 2 * MINUTE, windows: [{ ...five, pct: 25 }], whole: [''] },
      { at: 3 * MINUTE, source: 'b', windows: [five] },
    ])
    const read = listReadings('Codex', known, { staleAfter: HOUR }, NOON + 4 * MINUTE)
    expect(read.map(({ source, label, pct }) => [source, label, pct])).toEqual([
      ['a', '5h', 25],
      ['b', '5h', 20],
      ['a', '7d Spark', 30],
    ])
  })
})
