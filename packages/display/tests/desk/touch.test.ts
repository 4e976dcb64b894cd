import type { Attention } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../../src/golden/scenes.js'
import { brightnessOf, type Desk, type DeskInput, sceneOf, updateDesk } from '../../src/index.js'
import { asks, dimmed, failed, IDLE, play, status, touch, usage, withCeiling } from './story.js'

describe('a touch', () => {
  const waiting = [0, status(asks(2))] as const

  it('acknowledges at every companion that waits', () => {
    const { effects } = play([waiting, [0, status(asks(7), 1)], [1000, touch()]])
    expect(effects).toEqual([
      { do: 'acknowledge', from: 0, provider: 'Claude', epoch: 2 },
      { do: 'acknowledge', from: 1, provider: 'Claude', epoch: 7 },
    ])
  })

  it.each([
    ['too soon after the change', [waiting, [600, touch()]]],
    ['on the other section', [waiting, [1000, touch(100, 150)]]],
    ['on the footer', [waiting, [1000, touch(100, 230)]]],
    ['outside the screen', [waiting, [1000, touch(-1, 50)]]],
    [
      'on a section that does not wait',
      [
        [0, status(IDLE)],
        [1000, touch()],
      ],
    ],
    ['on the set-up screen', [[1000, touch()]]],
    ['on a lost display', [waiting, [61_000, touch()]]],
    ['on what changed when a companion went', [waiting, [30_000, status(asks(7), 1)], [60_100, touch()]]],
    [
      'in the dark',
      [
        [0, withCeiling(status(asks(2)), 0)],
        [1000, touch()],
      ],
    ],
  ] as const)('%s does nothing', (_, inputs) => {
    expect(play(inputs as readonly (readonly [number, DeskInput])[]).effects).toEqual([])
  })

  it('is not meant for what has only just come back', () => {
    const back: [number, DeskInput] = [3_600_000, status(asks(2))]
    expect(play([waiting, back, [3_600_300, touch()]]).effects).toEqual([])
    expect(play([waiting, back, [3_600_900, touch()]]).effects).toHaveLength(1)
  })

  it('acknowledges once, and again when a new ask has come', () => {
    const twice = play([waiting, [1000, touch()], [2000, touch()]])
    expect(twice.effects).toHaveLength(1)
    const { effects } = play(
      [
        [3000, status(asks(3))],
        [4000, touch()],
      ],
      twice.desk,
    )
    expect(effects).toEqual([{ do: 'acknowledge', from: 0, provider: 'Claude', epoch: 3 }])
  })

  it('does not silence the new ask of one companion by the old one of another', () => {
    const { desk } = play([waiting, [0, status(asks(7), 1)], [1000, touch()], [2000, status(asks(8), 1)]])
    expect(sceneOf(desk, 2100, measureDevice).sections[0].accent.motion).toBe('pulse')
  })

  it('acknowledges what the status says, whatever a usage said since', () => {
    const { desk, effects } = play([waiting, [500, usage(0, asks(9))], [1000, touch()]])
    expect(effects).toEqual([{ do: 'acknowledge', from: 0, provider: 'Claude', epoch: 2 }])
    const [section] = sceneOf(
      play(
        [
          [61_000, failed('timeout')],
          [62_000, usage(0, asks(3))],
        ],
        desk,
      ).desk,
      62_100,
      measureDevice,
    ).sections
    expect([section.accent.rest, section.badge]).toEqual([0, ''])
  })

  const several: Attention = { ...asks(2), count: 3, projects: ['api', 'web', 'docs'] }
  it.each([
    [2999, 1],
    [3000, 0],
    [3699, 0],
    [3700, 1],
    [6000, 0],
    [6700, 1],
  ])('is meant for a name that stood there for 700 ms: at %i ms', (at, count) => {
    expect(
      play([
        [0, status(several)],
        [at, touch()],
      ]).effects,
    ).toHaveLength(count)
    expect(play([waiting, [at, touch()]]).effects).toHaveLength(1)
  })

  it.each([
    ['a ceiling of nothing lifted', (desk: Desk) => play([[5000, status(asks(2))]], desk).desk],
    [
      'a ceiling of nothing became a little',
      (desk: Desk) => play([[5000, withCeiling(status(asks(2)), 0.1)]], desk).desk,
    ],
  ])('is not meant for what was dark until %s', (_, lift) => {
    const dark = play([[0, withCeiling(status(asks(2)), 0)]]).desk
    const lit = lift(dark)
    expect(updateDesk(lit, touch(), 5005).effects).toEqual([])
    expect(updateDesk(lit, touch(), 5699).effects).toEqual([])
    expect(updateDesk(lit, touch(), 5700).effects).toHaveLength(1)
  })

  it('is not meant for a screen that another ask has just lit', () => {
    const { desk, at } = dimmed(asks(2))
    const lit = play([[at, status(asks(2), 0, asks(2))]], desk).desk
    expect(brightnessOf(lit)).toBe(100)
    expect(updateDesk(lit, touch(), at + 699).effects).toEqual([])
    expect(updateDesk(lit, touch(), at + 700).effects).toHaveLength(1)
  })

  it('is forgotten once nobody waits: the next ask calls before its epoch comes', () => {
    const { desk } = play([waiting, [1000, touch()], [2000, status({ ...IDLE, epoch: 2 })], [3000, status(asks(2))]])
    expect(sceneOf(desk, 3100, measureDevice).sections[0].accent.motion).toBe('pulse')
  })

  it('on a dim screen only wakes, also when nobody waits', () => {
    const { desk, at } = dimmed(asks(2))
    const first = updateDesk(desk, touch(), at)
    expect([brightnessOf(first.desk), first.effects]).toEqual([100, []])
    expect(updateDesk(first.desk, touch(), at + 100).effects).toEqual([])
    expect(updateDesk(first.desk, touch(), at + 699).effects).toEqual([])
    expect(updateDesk(first.desk, touch(), at + 700).effects).toHaveLength(1)
  })
})
