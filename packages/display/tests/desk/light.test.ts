import type { Attention, Usage } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { brightnessOf, type DeskInput } from '../../src/index.js'
import { asks, dimmed, IDLE, NO_QUOTA, play, status, usage, withCeiling } from './story.js'

describe('the light', () => {
  it.each([
    ['a new epoch wakes', IDLE, [status(asks(2))], 100],
    ['the same epoch does not', asks(2), [status(asks(2))], 20],
    ['the same epoch with other projects does not', asks(2), [status(asks(2, 'web'))], 20],
    ['a new epoch of somebody who no longer waits does not', IDLE, [status({ ...IDLE, epoch: 2 })], 20],
    [
      'an ask that waits under an epoch that was heard while nobody waited does not',
      IDLE,
      [status({ ...IDLE, epoch: 2 }), status(asks(2))],
      20,
    ],
    ['a state that precedes its epoch does not, the epoch does', IDLE, [status(asks(1)), status(asks(2))], 100],
    ['a second ask wakes again', asks(2), [status(asks(3))], 100],
    ['the first word of another companion does not', asks(2), [status(asks(9), 1)], 20],
    ['nor does that of another old companion', asks(2), [status(asks(undefined), 1)], 20],
    ['an ask that only a usage tells does not', IDLE, [usage(0, asks(2))], 20],
    ['its second ask does', asks(2), [status(asks(9), 1), status(asks(10), 1)], 100],
    [
      'an old companion wakes by the time of its ask',
      asks(undefined),
      [status({ ...asks(undefined), updated_at: 101 })],
      100,
    ],
    ['an old companion wakes by another project', asks(undefined), [status(asks(undefined, 'web'))], 100],
    ['an old companion that repeats itself does not', asks(undefined), [status(asks(undefined))], 20],
    ['a companion that begins to send epochs does not', asks(undefined), [status(asks(5))], 20],
    ['a failure does not', asks(2), [{ is: 'failed', of: 'status', from: 0, why: 'unreachable' }], 20],
    ['a lost network does not', asks(2), [{ is: 'network', state: 'lost' }], 20],
    ['an unchanged answer does not', asks(2), [{ is: 'unchanged', from: 0 }], 20],
  ] as const)('%s', (_, before, inputs, level) => {
    const { desk, at } = dimmed(before as Attention)
    const after = play(
      (inputs as readonly DeskInput[]).map((input, index) => [at + index * 500, input] as const),
      desk,
    ).desk
    expect(brightnessOf(after)).toBe(level)
  })

  it('does not come on when the companion comes back with the ask it had', () => {
    const { desk, at } = dimmed(asks(2))
    const hour = 60 * 60_000
    expect(brightnessOf(play([[at + hour, status(asks(2))]], desk).desk)).toBe(20)
    expect(brightnessOf(play([[at + hour, status(asks(3))]], desk).desk)).toBe(100)
  })

  it('goes down once a round, however many companions are polled', () => {
    const rounds = [0, 1, 2].map((round) => round * 300_000)
    const { desk } = play(
      rounds.flatMap((at) =>
        [0, 1].flatMap((from) => [[at, status(IDLE, from)] as const, [at + 10 + from, usage(from)] as const]),
      ),
    )
    expect(brightnessOf(desk)).toBe(60)
  })

  it('goes on going down when the first companion is gone', () => {
    const both = [0, 1].flatMap((from) => [[0, status(IDLE, from)] as const, [10 + from, usage(from)] as const])
    const rounds = [1, 2, 3, 4].map((round) => round * 300_000)
    const { desk } = play([
      ...both,
      ...rounds.flatMap((at) => [[at, status(IDLE, 1)] as const, [at + 10, usage(1)] as const]),
    ])
    expect(brightnessOf(desk)).toBe(30)
  })

  it.each([
    ['another percent', { pct: 43 }, 100],
    ['another label', { label: 'Weekly' }, 100],
    ['another reset alone', { resets_in_sec: 77 }, 45],
  ])('after a usage poll with %s', (_, change, level) => {
    const window = { label: '5h', pct: 42, resets_in_sec: null, duration_sec: null }
    const poll = (round: number, differs = {}): (readonly [number, DeskInput])[] => {
      const windows = [{ ...window, ...differs }]
      const claude = { name: 'Claude' as const, windows, observed_at: 1, age_sec: 1, stale: false, source: null }
      const heard: Usage = { ok: true, updated_at: 100, providers: [claude] }
      return [
        [round * 300_000, status(IDLE)],
        [round * 300_000 + 10, { is: 'usage', from: 0, usage: heard }],
      ]
    }
    expect(brightnessOf(play([...poll(0), ...poll(1), ...poll(2), ...poll(3, change)]).desk)).toBe(level)
  })

  it('comes on when another computer’s window has passed its reset since', () => {
    const windows = [{ label: '5h', pct: 42, resets_in_sec: 400, duration_sec: 18_000 }]
    const other: DeskInput = {
      is: 'usage',
      from: 1,
      usage: { ok: true, updated_at: 1, providers: [{ name: 'Claude', ...NO_QUOTA, windows }] },
    }
    const round = (at: number) => [[at, status(IDLE)] as const, [at + 10, usage()] as const]
    const before = play([[0, status(IDLE, 1)], [1, other], ...round(0), ...round(300_000)]).desk
    expect(brightnessOf(before)).toBe(80)
    expect(brightnessOf(play(round(600_000), before).desk)).toBe(100)
  })

  it('does not change by usage polls while nothing is believed', () => {
    const { desk } = play([
      [0, status(asks(2))],
      [10, usage()],
      ...[1, 2, 3].map((round) => [round * 300_000, usage()] as const),
    ])
    expect(brightnessOf(desk)).toBe(100)
  })

  it('keeps the ceiling of a companion that is gone for a night, not for good', () => {
    const night = play([
      [0, status(IDLE)],
      [0, withCeiling(status(IDLE, 1), 0.2)],
    ]).desk
    expect(brightnessOf(night)).toBe(20)
    const hours = (count: number) => play([[count * 3_600_000, status(IDLE)]], night).desk
    expect(brightnessOf(hours(8))).toBe(20)
    expect(brightnessOf(hours(13))).toBe(100)
  })
})
