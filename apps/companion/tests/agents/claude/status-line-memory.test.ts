import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hearLine,
  type LineMemory,
  restoreLines,
  type Seen,
} from '../../../src/agents/claude/quota/status-line-memory.js'
import type { StatusLine } from '../../../src/agents/claude/quota/status-line-payload.js'

/** One run of a status line: when, by which session, at how many percent ('' for no limits), with how much work done. */
type Tick = [at: number, session: string, pct: number | '', work: number | null]

/** When the transcript of a session that was not watched was written. */
const ANSWERED = 5

const lineOf = ([, session, pct, work]: Tick): StatusLine => ({
  session,
  windows: pct === '' ? [] : [{ durationSec: 18_000, pct, resetsAt: 100_000 }],
  work,
})

const throughFile = (memory: LineMemory) => restoreLines(JSON.parse(JSON.stringify(memory)))

/** Returns what each tick proves: `time proven`, `time?` for not proven, `-` for nothing. `restart` is a new start. */
function hearAll(ticks: readonly (Tick | 'restart')[], answered: number | undefined = ANSWERED): string[] {
  let memory: LineMemory = []
  const heard: string[] = []
  for (const tick of ticks) {
    if (tick === 'restart') {
      memory = throughFile(memory)
      continue
    }
    const result = hearLine(memory, lineOf(tick), tick[0], () => answered)
    memory = result.memory
    heard.push(describeSeen(result.seen))
  }
  return heard
}

const describeSeen = (seen: Seen | undefined) =>
  seen === undefined ? '-' : `${seen.observedAt}${seen.isProven ? '' : '?'}`

describe('a status line', () => {
  it.each<[name: string, ticks: (Tick | 'restart')[], heard: string[]]>([
    ['first heard with values is as old as its last answer', [[10, 'a', 50, 1]], ['5?']],
    [
      'first heard without values proves those that follow',
      [
        [10, 'a', '', 1],
        [20, 'a', 50, 2],
      ],
      ['-', '20'],
    ],
    [
      'that repeats itself never looks new',
      [
        [10, 'a', 50, 1],
        [20, 'a', 50, 1],
        [999, 'a', 50, 1],
      ],
      ['5?', '-', '-'],
    ],
    [
      'with other values is new',
      [
        [10, 'a', 50, 1],
        [20, 'a', 51, 2],
      ],
      ['5?', '20'],
    ],
    [
      'with other values is new without any work said',
      [
        [10, 'a', 50, null],
        [20, 'a', 51, null],
      ],
      ['5?', '20'],
    ],
    [
      'with the same values after work is new: an answer brought them again',
      [
        [10, 'a', 50, 1],
        [20, 'a', 50, 2],
      ],
      ['5?', '20'],
    ],
    [
      'with proven values after work stays proven',
      [
        [10, 'a', 50, 1],
        [20, 'a', 51, 2],
        [30, 'a', 51, 3],
      ],
      ['5?', '20', '30'],
    ],
    [
      'with less work is another run of the session',
      [
        [10, 'a', 50, 9],
        [20, 'a', '', 0],
        [30, 'a', 50, 1],
      ],
      ['5?', '-', '30'],
    ],
    [
      'whose values went and came back without work is not new',
      [
        [10, 'a', 50, 1],
        [20, 'a', '', 1],
        [30, 'a', 50, 1],
      ],
      ['5?', '-', '-'],
    ],
    [
      'of one of two idle terminals proves nothing',
      [
        [10, 'a', 54, 1],
        [11, 'b', 58, 1],
        [20, 'a', 54, 1],
        [21, 'b', 58, 1],
        [30, 'a', 54, 1],
      ],
      ['5?', '5?', '-', '-', '-'],
    ],
    [
      'of one of two terminals that run one session proves nothing by taking turns',
      [
        [10, 'a', 54, 1],
        [11, 'a', 58, 2],
        [20, 'a', 54, 1],
        [21, 'a', 58, 2],
        [30, 'a', 54, 1],
      ],
      ['5?', '11', '-', '-', '-'],
    ],
    [
      'of the older of two terminals that run one session never looks new, however often the other answers',
      [
        [10, 'a', 40, 1],
        [20, 'a', 41, 2],
        [30, 'a', 42, 3],
        [40, 'a', 43, 4],
        [50, 'a', 44, 5],
        [60, 'a', 45, 6],
        [99, 'a', 40, 1],
      ],
      ['5?', '20', '30', '40', '50', '60', '-'],
    ],
    [
      'that repeats itself over a restart is not new',
      [[10, 'a', 50, 1], 'restart', [20, 'a', 50, 1], [30, 'a', 50, 1]],
      ['5?', '-', '-'],
    ],
    [
      'that changed while nobody listened is as old as its last answer, and what follows is proven',
      [[1, 'a', 50, 1], 'restart', [20, 'a', 51, 2], [30, 'a', 52, 3]],
      ['1?', '5?', '30'],
    ],
    [
      'that repeated itself after a restart is watched again',
      [[1, 'a', 50, 1], 'restart', [20, 'a', 50, 1], [30, 'a', 51, 2]],
      ['1?', '-', '30'],
    ],
  ])('%s', (_, ticks, heard) => {
    expect(hearAll(ticks)).toEqual(heard)
  })

  it('without a transcript is as old as it is heard', () => {
    const heard = hearLine([], lineOf([10, 'a', 50, 1]), 10, () => undefined)
    expect(heard.seen).toEqual({ observedAt: 10, isProven: false })
  })

  it('whose transcript is of a time to come is of now', () => {
    expect(hearAll([[10, 'a', 50, 1]], 999)).toEqual(['10?'])
  })

  it('changes the memory only when it changes something', () => {
    const { memory } = hearLine([], lineOf([10, 'a', 50, 1]), 10, () => undefined)
    expect(hearLine(memory, lineOf([20, 'a', 50, 1]), 20, () => undefined).memory).toBe(memory)
  })

  it('is asked for its transcript only where its values may be old', () => {
    const never = () => {
      throw new Error('looked')
    }
    const { memory } = hearLine([], lineOf([10, 'a', 50, 1]), 10, () => 5)
    for (const tick of [
      [20, 'a', 50, 1],
      [20, 'a', 50, 2],
      [20, 'a', 60, 2],
      [20, 'b', '', 2],
    ] as Tick[]) {
      expect(() => hearLine(memory, lineOf(tick), 20, never)).not.toThrow()
    }
  })
})

describe('the memory', () => {
  it('holds the sessions that changed last', () => {
    let memory: LineMemory = []
    for (let n = 0; n < 200; n += 1) memory = hearLine(memory, lineOf([n, `s${n}`, 1, 1]), n, () => undefined).memory
    expect(memory.map(({ session }) => session)).toEqual(Array.from({ length: 64 }, (_, n) => `s${136 + n}`))
  })

  it.each<[name: string, kept: unknown, sessions: number]>([
    ['nothing', undefined, 0],
    ['a text', 'x', 0],
    ['an object', { a: 1 }, 0],
    [
      'one good entry among bad ones',
      [null, 7, { session: 'a' }, { session: 'b', values: '', work: null, prints: [] }],
      1,
    ],
    [
      'too many',
      Array.from({ length: 99 }, (_, n) => ({ session: `${n}`, values: '', work: 1, prints: [], isProven: false })),
      64,
    ],
  ])('is restored from %s', (_, kept, sessions) => {
    expect(restoreLines(kept)).toHaveLength(sessions)
  })

  const tick = fc.tuple(
    fc.constantFrom('a', 'b'),
    fc.constantFrom<number | ''>('', 1, 2, 3),
    fc.integer({ min: 0, max: 3 }),
  )

  it('hears nothing new in anything that it heard just before', () => {
    fc.assert(
      fc.property(fc.array(tick), (ticks) => {
        let memory: LineMemory = []
        ticks.forEach(([session, pct, work], at) => {
          const line = lineOf([at, session, pct, work])
          memory = hearLine(memory, line, at, () => undefined).memory
          for (const again of [memory, throughFile(memory)]) {
            expect(hearLine(again, line, at + 1_000, () => undefined).seen).toBeUndefined()
          }
        })
      }),
    )
  })

  it('never says that something was seen later than now', () => {
    fc.assert(
      fc.property(fc.array(tick), fc.integer({ min: -100, max: 100 }), (ticks, answered) => {
        let memory: LineMemory = []
        ticks.forEach(([session, pct, work], at) => {
          const heard = hearLine(memory, lineOf([at, session, pct, work]), at, () => answered)
          memory = heard.memory
          expect(heard.seen?.observedAt ?? at).toBeLessThanOrEqual(at)
        })
      }),
    )
  })
})
