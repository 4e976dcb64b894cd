import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, percentsAt, play, type Step, shownAt } from './readings.js'

/** What is shown of the 5-hour window at the time of the last step, or at `at`. */
type Row = [name: string, steps: readonly Step[], expected: number | null | undefined, at?: number]

function check(rows: readonly Row[]): void {
  it.each(rows)('%s', (_, steps, expected, at) => {
    const last = steps.at(-1)
    expect(percentsAt(play(steps), at ?? last?.told ?? last?.at ?? 0)['5h']).toBe(expected)
  })
}

const resets = 3 * HOUR

describe('of several readings of one window', () => {
  check([
    ['a first one counts', [{ at: 0, pct: 20, resets }], 20],
    [
      'a newer one counts',
      [
        { at: 0, pct: 20, resets },
        { at: MINUTE, pct: 25, resets },
      ],
      25,
    ],
    [
      'a newer one counts whatever its source',
      [
        { at: 0, pct: 20, resets },
        { at: MINUTE, source: 'b', pct: 25, resets },
      ],
      25,
    ],
    [
      'an older one that comes late and is lower does not',
      [
        { at: MINUTE, pct: 58, resets },
        { at: 0, told: MINUTE, pct: 54, resets },
      ],
      58,
    ],
    [
      'an older one that is higher does: usage only grows',
      [
        { at: MINUTE, pct: 54, resets },
        { at: 0, told: MINUTE, pct: 58, resets },
      ],
      58,
    ],
    [
      'a lower one does not at first',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 9, resets },
      ],
      58,
    ],
    [
      'a lower one does from the second that says so',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 9, resets },
        { at: 2 * MINUTE, source: 'b', pct: 10, resets },
      ],
      10,
    ],
    [
      'a lower one told twice is still one',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 9, resets },
        { at: MINUTE, pct: 9, resets },
      ],
      58,
    ],
    [
      'a lower one between higher ones is a straggler',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 9, resets },
        { at: 2 * MINUTE, pct: 59, resets },
        { at: 3 * MINUTE, pct: 9, resets },
      ],
      59,
    ],
    [
      'a lower one that is not proven never does',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, proven: false, pct: 9, resets },
        { at: 2 * MINUTE, proven: false, pct: 9, resets },
      ],
      58,
    ],
    [
      'two lower ones of two windows do not',
      [
        { at: 0, pct: 80, resets },
        { at: MINUTE, pct: 10, resets },
        { at: 2 * MINUTE, pct: 12, resets: HOUR },
      ],
      80,
    ],
    [
      'two lower ones that do not agree do not',
      [
        { at: 0, pct: 80, resets },
        { at: MINUTE, pct: 77, resets },
        { at: 2 * MINUTE, pct: 0, resets },
      ],
      80,
    ],
    [
      'the second of those that agree does',
      [
        { at: 0, pct: 80, resets },
        { at: MINUTE, pct: 77, resets },
        { at: 2 * MINUTE, pct: 0, resets },
        { at: 3 * MINUTE, pct: 1, resets },
      ],
      1,
    ],
    [
      'what was seen before a fall is over, also with a later reset',
      [
        { at: 0, pct: 80, resets: 4 * HOUR },
        { at: 10 * MINUTE, pct: 5, resets: 2 * HOUR },
        { at: 12 * MINUTE, pct: 6, resets: 2 * HOUR },
        { at: 5 * MINUTE, told: 13 * MINUTE, source: 'b', proven: false, pct: 81, resets: 4 * HOUR },
      ],
      6,
    ],
    [
      'what was seen before a fall is over',
      [
        { at: 0, pct: 58, resets },
        { at: 2 * MINUTE, pct: 9, resets },
        { at: 3 * MINUTE, pct: 9, resets },
        { at: MINUTE, told: 4 * MINUTE, pct: 58, resets },
      ],
      9,
    ],
    [
      'a fall by a rounding is none',
      [
        { at: 0, pct: 25.4, resets },
        { at: MINUTE, source: 'b', pct: 25, resets },
        { at: 2 * MINUTE, source: 'b', pct: 25, resets },
      ],
      25.4,
    ],
    [
      'an unknown one loses no figure',
      [
        { at: 0, pct: 20, resets },
        { at: MINUTE, pct: null, resets },
      ],
      20,
    ],
    [
      'a known one replaces an unknown one',
      [
        { at: 0, pct: null, resets },
        { at: MINUTE, pct: 20, resets },
      ],
      20,
    ],
    [
      'one that stops counting at 100 is no fall',
      [
        { at: 0, pct: 105, resets },
        { at: MINUTE, pct: 100, resets },
        { at: 2 * MINUTE, pct: 100, resets },
      ],
      105,
    ],
    ['one beyond 100 stays as it is', [{ at: 0, pct: 105, resets }], 105],
    ['one below 0 is 0', [{ at: 0, pct: -3, resets }], 0],
    ['one that is no number is unknown', [{ at: 0, pct: Number.NaN, resets }], null],
    ['noise of floating point stays as it is', [{ at: 0, pct: 14.000000000000002, resets }], 14.000000000000002],
  ])
})

describe('a reset', () => {
  check([
    [
      'that jitters is the same one',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 54, resets: resets + 30_000 },
      ],
      58,
    ],
    [
      '120 s later is the same one',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 1, resets: resets + 120_000 },
      ],
      58,
    ],
    [
      'later than that begins a window',
      [
        { at: 0, pct: 58, resets },
        { at: MINUTE, pct: 1, resets: resets + 121_000 },
      ],
      1,
    ],
    [
      'ahead of its time is believed when the next one is later',
      [
        { at: 0, pct: 80, resets },
        { at: HOUR, pct: 0, resets: 6 * HOUR },
      ],
      0,
    ],
    [
      'that comes earlier is believed from the second',
      [
        { at: 0, pct: 80, resets },
        { at: MINUTE, pct: 3, resets: HOUR },
        { at: 2 * MINUTE, pct: 3, resets: HOUR },
      ],
      3,
    ],
    [
      'that comes earlier is not believed at once',
      [
        { at: 0, pct: 80, resets },
        { at: MINUTE, pct: 3, resets: HOUR },
      ],
      80,
    ],
    [
      'that is not said keeps nothing back',
      [
        { at: 0, pct: 20, resets: null },
        { at: MINUTE, pct: 30, resets },
      ],
      30,
    ],
    ['of a window that has not begun is not said', [{ at: 0, pct: 0, resets: null }], 0],
    ['leaves the window unknown', [{ at: 0, pct: 58, resets: HOUR }], null, HOUR],
    ['is not there a moment before', [{ at: 0, pct: 58, resets: HOUR }], 58, HOUR - 1],
    [
      'that passed is not undone by an old reading',
      [
        { at: 0, pct: 58, resets: HOUR },
        { at: 30 * MINUTE, told: 2 * HOUR, pct: 60, resets: HOUR },
      ],
      null,
    ],
    [
      'that passed is not undone by an old reading without one',
      [
        { at: 0, pct: 58, resets: HOUR },
        { at: 30 * MINUTE, told: 2 * HOUR, pct: 60, resets: null },
      ],
      null,
    ],
    [
      'that passed is followed by what was seen since',
      [
        { at: 0, pct: 58, resets: HOUR },
        { at: 2 * HOUR, pct: 4, resets: 6 * HOUR },
      ],
      4,
    ],
    [
      'that passed is followed by what was seen since, before it begins',
      [
        { at: 0, pct: 58, resets: HOUR },
        { at: 2 * HOUR, pct: 0, resets: null },
      ],
      0,
    ],
    ['that passed is no reset of a 0 that was seen since', [{ at: 2 * HOUR, pct: 0, resets: HOUR }], 0],
    ['that passed leaves a figure that was seen since unknown', [{ at: 2 * HOUR, pct: 7, resets: HOUR }], null],
    [
      'further ahead than the window is long is not believed',
      [
        { at: 0, pct: 20, resets },
        { at: MINUTE, pct: 90, resets: 6 * HOUR },
      ],
      20,
    ],
    [
      'further ahead than the window is long is not believed at first either',
      [{ at: 0, pct: 90, resets: 6 * HOUR }],
      undefined,
    ],
    [
      'a few minutes further ahead is a clock that is a little off',
      [{ at: 0, pct: 90, resets: 5 * HOUR + 4 * MINUTE }],
      90,
    ],
  ])

  it('stays with the figure that is kept, whoever renews it', () => {
    const steps: Step[] = [
      { at: 0, pct: 80, resets: HOUR },
      { at: MINUTE, source: 'b', pct: 79, resets: null },
    ]
    expect(shownAt(play(steps), MINUTE).windows).toMatchObject([{ pct: 80, resets_in_sec: 3_540 }])
    expect(percentsAt(play(steps), HOUR)).toEqual({ '5h': null })
  })

  it.each(['a', 'b'])('is kept where the source %s leaves it out', (source) => {
    const steps: Step[] = [
      { at: 0, pct: 20, resets },
      { at: MINUTE, source, pct: 25, resets: null },
    ]
    expect(shownAt(play(steps), MINUTE).windows).toMatchObject([{ pct: 25, resets_in_sec: (resets - MINUTE) / 1_000 }])
    expect(percentsAt(play(steps), resets)).toEqual({ '5h': null })
  })
})

describe('of a window that has not begun', () => {
  const idle: Step = { at: 0, pct: 0, resets: null }
  check([
    [
      'nothing is known by a reading whose window is over',
      [idle, { at: MINUTE, source: 'b', proven: false, pct: 80, resets: -HOUR }],
      0,
    ],
    [
      'nothing is known by one that was observed before',
      [idle, { at: -MINUTE, told: MINUTE, source: 'b', pct: 80, resets: HOUR }],
      0,
    ],
    ['the first figure counts', [idle, { at: MINUTE, pct: 3, resets: 5 * HOUR }], 3],
  ])
})

describe('a reading whose window is over', () => {
  check([
    [
      'pushes no other out, however often it comes',
      [
        { at: 0, pct: 30, resets },
        { at: MINUTE, source: 'b', pct: 90, resets: -HOUR },
        { at: 2 * MINUTE, source: 'b', pct: 90, resets: -HOUR },
      ],
      30,
    ],
    ['leaves it unknown where nothing else is known', [{ at: 0, pct: 30, resets: -HOUR }], null],
  ])
})

describe('an older observation', () => {
  check([
    [
      'with a later reset does not win',
      [
        { at: 0, pct: 6, resets: 2 * HOUR },
        { at: -HOUR, told: MINUTE, source: 'b', pct: 80, resets: 3 * HOUR },
      ],
      6,
    ],
    [
      'does not follow a window that is over',
      [
        { at: 0, pct: 6, resets: HOUR },
        { at: -HOUR, told: 2 * HOUR, source: 'b', pct: 80, resets: 3 * HOUR },
      ],
      null,
    ],
  ])
})

describe('a clock that is set back', () => {
  it('keeps nobody from being heard', () => {
    const known = play([{ at: 5 * HOUR, pct: 60, resets: 8 * HOUR }])
    const after = play(
      [
        { at: 0, pct: 4, resets: 4 * HOUR },
        { at: MINUTE, pct: 5, resets: 4 * HOUR },
      ],
      known,
    )
    expect(percentsAt(after, MINUTE)).toEqual({ '5h': 5 })
  })
})

describe('an age', () => {
  const age = (steps: readonly Step[], at: number) => shownAt(play(steps), at).age_sec

  it.each<[string, Step[], number]>([
    ['counts from the observation, not from its arrival', [{ at: 0, told: 10 * MINUTE, pct: 20, resets }], 600],
    [
      'is renewed by a newer reading that says the same',
      [
        { at: 0, pct: 20, resets },
        { at: 9 * MINUTE, pct: 20, resets },
      ],
      60,
    ],
    [
      'is renewed by one that is a rounding lower',
      [
        { at: 0, pct: 20.4, resets },
        { at: 9 * MINUTE, pct: 20, resets },
      ],
      60,
    ],
    [
      'is not renewed by one that is not proven',
      [
        { at: 0, pct: 20, resets },
        { at: 9 * MINUTE, proven: false, pct: 20, resets },
      ],
      600,
    ],
    [
      'is not renewed by one that is lower',
      [
        { at: 0, pct: 20, resets },
        { at: 9 * MINUTE, pct: 5, resets },
      ],
      600,
    ],
    ['of an observation ahead of the clock is nothing', [{ at: HOUR, told: 10 * MINUTE, pct: 20, resets }], 0],
  ])('%s', (_, steps, expected) => expect(age(steps, 10 * MINUTE)).toBe(expected))
})

describe('a horizon', () => {
  it.each<[string, number | null, number]>([
    ['of five hours', 18_000, 5 * HOUR],
    ['of a week', 604_800, 7 * DAY],
    ['of thirty days', 2_592_000, 30 * DAY],
    ['of a week, where nobody says how long the window is', null, 7 * DAY],
  ])('%s ends a reading without a reset', (_, durationSec, horizon) => {
    const known = play([{ at: 0, pct: 20, resets: null, durationSec, slot: 'primary' } as Step])
    expect(shownAt(known, horizon - 1).windows).toHaveLength(1)
    expect(shownAt(known, horizon).windows).toEqual([])
  })
})

describe('a window that a source does not list', () => {
  const week = { pct: 40, resets: 3 * DAY, durationSec: 604_800 }
  const both: Step = { at: 0, windows: [{ pct: 20, resets }, week] }
  const labels = (steps: readonly Step[]) => Object.keys(percentsAt(play(steps), 2 * MINUTE))

  it.each<[string, Step, string[]]>([
    ['stays where the source may leave some out', { at: MINUTE, windows: [week] }, ['5h', '7d']],
    ['goes where the source lists all', { at: MINUTE, whole: 'all', windows: [week] }, ['7d']],
    ['goes where the source lists all of its kind', { at: MINUTE, whole: [''], windows: [week] }, ['7d']],
    [
      'stays where the source lists all of another kind',
      { at: MINUTE, whole: ['spark'], windows: [week] },
      ['5h', '7d'],
    ],
    ['stays where that was seen earlier', { at: -MINUTE, told: MINUTE, whole: 'all', windows: [week] }, ['5h', '7d']],
  ])('%s', (_, step, expected) => expect(labels([both, step])).toEqual(expected))
})

describe('another account', () => {
  const first: Step = { at: 0, pct: 70, resets }
  it.each<[string, Step[], number | undefined]>([
    ['takes over what nobody owned so far', [first, { at: MINUTE, signedIn: 'one' }], 70],
    ['shows nothing of the former', [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, signedIn: 'two' }], undefined],
    [
      'is not told by what was seen before it came',
      [
        { at: 0, signedIn: 'one' },
        { at: 2 * MINUTE, signedIn: 'two' },
        { at: MINUTE, told: 3 * MINUTE, pct: 70, resets },
      ],
      undefined,
    ],
    [
      'shows what was seen since',
      [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, signedIn: 'two' }, { at: 2 * MINUTE, pct: 3, resets }],
      3,
    ],
    [
      'that was there before shows what it had',
      [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, signedIn: 'two' }, { at: 2 * MINUTE, signedIn: 'one' }],
      70,
    ],
    [
      'is told by what was seen since, also where that came first',
      [
        { at: 0, signedIn: 'one' },
        first,
        { at: 2 * MINUTE, pct: 5, resets },
        { at: 3 * MINUTE, signedIn: 'two', since: MINUTE },
      ],
      5,
    ],
    [
      'that a source names changes nothing shown',
      [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, account: 'two', pct: 99, resets }],
      70,
    ],
    [
      'that a source names is shown when it is theirs',
      [
        { at: 0, signedIn: 'one' },
        { at: MINUTE, account: 'one', pct: 9, resets },
      ],
      9,
    ],
    ['of nobody shows nothing', [{ at: 0, signedIn: 'one' }, first, { at: MINUTE, signedIn: null }], undefined],
    [
      'of nobody is not told anything',
      [
        { at: 0, signedIn: null },
        { at: MINUTE, pct: 9, resets },
      ],
      undefined,
    ],
  ])('%s', (_, steps, expected) => expect(percentsAt(play(steps), 4 * MINUTE)['5h']).toBe(expected))
})
