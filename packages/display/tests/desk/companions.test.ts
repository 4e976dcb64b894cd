import { describe, expect, it } from 'vitest'
import { measureDevice } from '../../src/golden/scenes.js'
import { brightnessOf, type DeskInput, sceneOf } from '../../src/index.js'
import { asks, failed, IDLE, joined, NO_QUOTA, play, status, usage, withCeiling } from './story.js'

describe('a companion', () => {
  const attentive = usage(0, asks(2))
  const footerAt = (now: number, inputs: readonly (readonly [number, DeskInput])[]) =>
    sceneOf(play(inputs).desk, now, measureDevice).footer.left

  it.each([
    ['is believed for a minute after its status', [[0, status(IDLE)]], 59_999, 'no answer'],
    ['is lost after that', [[0, status(IDLE)]], 60_000, 'offline 1m'],
    [
      'is believed by its status, however old its usage is',
      [
        [0, attentive],
        [30_000, status(IDLE)],
      ],
      65_000,
      'live',
    ],
    [
      'is not brought back by a usage',
      [
        [0, status(IDLE)],
        [90_000, usage()],
      ],
      91_000,
      'offline 1m',
    ],
    [
      'nor by one that says them',
      [
        [0, status(IDLE)],
        [90_000, attentive],
      ],
      91_000,
      'offline 1m',
    ],
    ['is not brought back by an unchanged answer to nothing', [[0, { is: 'unchanged', from: 0 }]], 1000, ''],
  ] as const)('%s', (_, inputs, now, footer) => {
    expect(footerAt(now, inputs as readonly (readonly [number, DeskInput])[])).toBe(footer)
  })

  it('that was heard last tells why all are lost', () => {
    const both = [[0, status(IDLE)] as const, [20_000, status(IDLE, 1)] as const]
    expect(footerAt(90_000, [...both, [85_000, failed('refused')], [86_000, failed('timeout', 'status', 1)]])).toBe(
      'offline 1m - no answer',
    )
  })

  it('that was heard tells why all are lost, rather than one that never was', () => {
    const lost: [number, DeskInput][] = [
      [85_000, failed('timeout', 'status', 0)],
      [86_000, failed('refused', 'status', 1)],
    ]
    expect(footerAt(90_000, [[0, status(IDLE, 1)], ...lost])).toBe('offline 1m - refused')
    expect(footerAt(90_000, [[0, status(IDLE, 0)], ...lost])).toBe('offline 1m - no answer')
  })

  it('that stands first is told of where none was heard', () => {
    const { desk } = play([
      [0, joined()],
      [100, failed('refused', 'status', 1)],
      [200, failed('timeout', 'status', 0)],
    ])
    expect(sceneOf(desk, 300, measureDevice).setup.title).toBe('Companion does not answer')
  })

  it('that counts fewer sessions than it names is shown all the same', () => {
    const odd = status({ ...asks(2), count: 0, projects: ['api', 'web'] })
    expect(sceneOf(play([[0, odd]]).desk, 100, measureDevice).sections[0].badge).toBe('2 waiting')
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('that was heard last dates the loss of all: %i before %i', (early, late) => {
    const inputs = [[0, status(IDLE, early)] as const, [300_000, status(IDLE, late)] as const]
    expect(footerAt(370_000, inputs)).toBe('offline 1m')
  })

  it('is asked anew when the network is back, whatever failed without it', () => {
    const { desk } = play([
      [0, { is: 'network', state: 'joined' }],
      [100, { is: 'failed', of: 'status', from: 0, why: 'unreachable' }],
      [200, { is: 'network', state: 'lost' }],
      [300, { is: 'network', state: 'joined' }],
    ])
    expect(sceneOf(desk, 400, measureDevice).setup.title).toBe('Asking the companion')
  })

  it('says what is wrong when it says unchanged before it said anything, until it says a status', () => {
    const odd = play([
      [0, joined()],
      [100, { is: 'unchanged', from: 0 }],
    ]).desk
    expect(sceneOf(odd, 200, measureDevice).setup.title).toBe('Answer not understood')
    expect(sceneOf(play([[300, status(IDLE)]], odd).desk, 40_000, measureDevice).footer.left).toBe('no answer')
  })

  it.each([
    ['a status', status(IDLE)],
    ['an unchanged answer', { is: 'unchanged', from: 0 }],
  ] as const)('is no longer said to fail after %s', (_, input) => {
    const said = (inputs: readonly (readonly [number, DeskInput])[]) => footerAt(45_100, inputs)
    expect(
      said([
        [0, status(IDLE)],
        [1000, failed('refused')],
      ]),
    ).toBe('refused')
    // Late again, without a word of why.
    expect(
      said([
        [0, status(IDLE)],
        [1000, failed('refused')],
        [2000, input],
      ]),
    ).toBe('no answer')
  })

  it('fails in its status and its usage apart', () => {
    const noteAt = (now: number, inputs: readonly (readonly [number, DeskInput])[]) =>
      sceneOf(play(inputs).desk, now, measureDevice).sections[0].note
    const start = [
      [0, status(IDLE)] as const,
      [1000, failed('timeout')] as const,
      [2000, failed('newer', 'usage')] as const,
    ]
    expect(footerAt(40_000, start)).toBe('no answer')
    expect(noteAt(40_000, start)).toBe('no quota: new version')
    expect(noteAt(40_000, [...start, [3000, status(IDLE)]])).toBe('no quota: new version')
    expect(footerAt(40_000, [...start, [3000, usage()]])).toBe('no answer')
    expect(noteAt(40_000, [...start, [3000, usage()]])).toBe('no quota known')
    expect(
      noteAt(40_000, [
        [0, status(IDLE)],
        [1000, failed('unauthorized', 'usage')],
      ]),
    ).toBe('no quota: bad token')
    expect(
      footerAt(40_000, [
        [0, status(IDLE)],
        [1000, failed('unauthorized', 'usage')],
      ]),
    ).toBe('no answer')
  })

  it('says why there is no quota rather than why it cannot be asked for', () => {
    const entry = { name: 'Claude' as const, ...NO_QUOTA, error: 'not signed in' }
    const said: DeskInput = { is: 'usage', from: 0, usage: { ok: true, updated_at: 1, providers: [entry] } }
    const { desk } = play([
      [0, status(IDLE)],
      [100, said],
      [300_000, status(IDLE)],
      [300_100, failed('timeout', 'usage')],
    ])
    const notes = sceneOf(desk, 300_200, measureDevice).sections.map(({ note }) => note)
    expect(notes).toEqual(['no quota: not signed in', 'no quota: no answer'])
  })

  it('keeps what failed and its address when the network is joined once more', () => {
    const { desk } = play([
      [0, joined('10.0.0.7')],
      [100, failed('refused')],
      [200, joined()],
    ])
    const { setup } = sceneOf(desk, 300, measureDevice)
    expect([setup.title, setup.note]).toEqual(['Companion refused', 'This display: 10.0.0.7'])
    const gone = play([[400, { is: 'network', state: 'lost' }]], desk).desk
    expect(sceneOf(gone, 500, measureDevice).setup.note).toBe('This display has no address yet.')
  })

  it.each([
    ['the lower first', 0.2, 0.5],
    ['the lower last', 0.5, 0.2],
  ])('of two ceilings the lowest counts: %s', (_, first, second) => {
    expect(
      brightnessOf(
        play([
          [0, withCeiling(status(IDLE), first)],
          [10, withCeiling(status(IDLE, 1), second)],
        ]).desk,
      ),
    ).toBe(20)
  })

  it('is shown by its status, not by a usage that was overtaken', () => {
    const { desk } = play([
      [1000, status(IDLE)],
      [1010, attentive],
    ])
    expect(sceneOf(desk, 1100, measureDevice).sections[0].accent.motion).toBe('still')
  })
})
