import type { Attention, Provider, Status, Usage } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../src/golden/scenes.js'
import {
  brightnessOf,
  createDesk,
  type Desk,
  type DeskEffect,
  type DeskInput,
  type Failure,
  type Measure,
  type Subject,
  sceneOf,
  updateDesk,
} from '../src/index.js'
import { expectDrawable } from './drawable.js'

const OPTIONS = {
  companions: [
    { label: 'a', hasToken: true },
    { label: 'b', hasToken: true },
  ],
  brightness: 100,
  hasWifi: true,
}
const IDLE: Attention = {
  state: 'idle',
  count: 0,
  primary_project: '',
  projects: [],
  reason: '',
  updated_at: 100,
  epoch: 1,
}
const asks = (epoch: number | undefined, project = 'api'): Attention => {
  const attention: Attention = { ...IDLE, state: 'needs_user', count: 1, primary_project: project, projects: [project] }
  if (epoch === undefined) delete attention.epoch
  else attention.epoch = epoch
  return attention
}
const status = (claude: Attention, from = 0, codex = IDLE): DeskInput => ({
  is: 'status',
  from,
  status: {
    ok: true,
    updated_at: 100,
    providers: [
      { name: 'Claude', attention: claude },
      { name: 'Codex', attention: codex },
    ],
  },
})
const NO_QUOTA = { windows: [], observed_at: null, age_sec: null, stale: false, source: null }
const usage = (from = 0, claude?: Attention): DeskInput => ({
  is: 'usage',
  from,
  usage: {
    ok: true,
    updated_at: 100,
    providers: claude === undefined ? [] : [{ name: 'Claude', attention: claude, ...NO_QUOTA }],
  },
})
const failed = (why: Failure, of: Subject = 'status', from = 0): DeskInput => ({ is: 'failed', of, from, why })
const joined = (address?: string): DeskInput =>
  address === undefined ? { is: 'network', state: 'joined' } : { is: 'network', state: 'joined', address }
const touch = (x = 100, y = 50): DeskInput => ({ is: 'touched', x, y })

/** Plays inputs at their times and returns the display and all it asked for. */
function play(inputs: readonly (readonly [number, DeskInput])[], from = createDesk(OPTIONS, 0)) {
  let desk: Desk = from
  const effects: DeskEffect[] = []
  for (const [at, input] of inputs) {
    const next = updateDesk(desk, input, at)
    desk = next.desk
    effects.push(...next.effects)
  }
  return { desk, effects }
}

/** A display at the foot of the ladder, with what was said last still fresh at `at`. */
function dimmed(attention: Attention): { desk: Desk; at: number } {
  const rounds = Array.from({ length: 7 }, (_, round) => round * 300_000)
  const { desk } = play(rounds.flatMap((at) => [[at, status(attention)] as const, [at + 10, usage()] as const]))
  expect(brightnessOf(desk)).toBe(20)
  return { desk, at: 6 * 300_000 + 1000 }
}

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

describe('whatever happens', () => {
  const provider = (name: Provider) =>
    fc.record({
      name: fc.constant(name),
      attention: fc.record(
        {
          state: fc.constantFrom('needs_user', 'error', 'done', 'running', 'idle', 'unknown'),
          count: fc.integer({ min: 0, max: 1e9 }),
          primary_project: fc.string({ unit: 'binary', maxLength: 8 }),
          projects: fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 3 }),
          reason: fc.oneof(fc.string(), fc.constantFrom('question', 'rate_limit', 'toString')),
          updated_at: fc.integer({ min: 0, max: 5 }),
          epoch: fc.integer({ min: 0, max: 4 }),
          snoozed: fc.integer({ min: 0, max: 1e9 }),
        },
        { requiredKeys: ['state', 'count', 'primary_project', 'projects', 'reason', 'updated_at'] },
      ) as fc.Arbitrary<Attention>,
    })
  const figure = fc.option(fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 200_000 })))
  const quota = (name: Provider) =>
    fc.record(
      {
        name: fc.constant(name),
        windows: fc.array(
          fc.record({ label: fc.string({ unit: 'binary' }), pct: figure, resets_in_sec: figure, duration_sec: figure }),
          { maxLength: 5 },
        ),
        observed_at: fc.option(fc.integer({ min: 0, max: 9 })),
        age_sec: figure,
        stale: fc.boolean(),
        source: fc.constant(null),
        error: fc.string({ unit: 'binary' }),
      },
      { requiredKeys: ['name', 'windows', 'observed_at', 'age_sec', 'stale', 'source'] },
    ) as fc.Arbitrary<Usage['providers'][number]>
  const from = fc.integer({ min: 0, max: 3 })
  const input: fc.Arbitrary<DeskInput> = fc.oneof(
    fc.record({
      is: fc.constant('status' as const),
      from,
      status: fc.record(
        {
          ok: fc.constant(true as const),
          updated_at: fc.nat(),
          providers: fc.tuple(provider('Claude'), provider('Codex')).map((both) => [...both]),
          ceiling: fc.double({ min: 0, max: 1, noNaN: true }),
        },
        { requiredKeys: ['ok', 'updated_at', 'providers'] },
      ) as fc.Arbitrary<Status>,
    }),
    fc.record({
      is: fc.constant('usage' as const),
      from,
      usage: fc.record({
        ok: fc.constant(true as const),
        updated_at: fc.nat(),
        providers: fc.tuple(quota('Claude'), quota('Codex')).map((both) => [...both]),
      }),
    }),
    fc.record({ is: fc.constant('unchanged' as const), from }),
    fc.record({
      is: fc.constant('failed' as const),
      of: fc.constantFrom('status', 'usage'),
      from,
      why: fc.constantFrom('unreachable', 'timeout', 'unauthorized', 'refused', 'bad_answer', 'newer'),
    }),
    fc.record({
      is: fc.constant('network' as const),
      state: fc.constantFrom('joining', 'joined', 'lost', 'not_found', 'wrong_password'),
      address: fc.string({ unit: 'binary' }),
    }),
    fc.record({
      is: fc.constant('touched' as const),
      x: fc.integer({ min: -9, max: 330 }),
      y: fc.integer({ min: -9, max: 250 }),
    }),
  )
  const story = fc.array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), input), { maxLength: 25 })
  const companions = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 3 })

  /** Calls `look` after every step of a story, and a while after its end. */
  function tell(
    labels: readonly string[],
    steps: readonly (readonly [number, DeskInput])[],
    look: (desk: Desk, now: number) => void,
  ) {
    let desk = createDesk({ ...OPTIONS, companions: labels.map((label) => ({ label, hasToken: true })) }, 0)
    let now = 0
    for (const [pause, next] of steps) {
      now += pause
      desk = updateDesk(desk, next, now).desk
      look(desk, now)
    }
    look(desk, now + 30_000)
    look(desk, now + 60_000)
    return { desk, now }
  }

  it('there is a scene that can be drawn, and a level of light', () => {
    fc.assert(
      fc.property(companions, story, (labels, steps) => {
        tell(labels, steps, (desk, now) => {
          expectDrawable(sceneOf(desk, now, measureDevice), measureDevice)
          expect(Number.isInteger(brightnessOf(desk)) && brightnessOf(desk) >= 0 && brightnessOf(desk) <= 100).toBe(
            true,
          )
        })
      }),
      { numRuns: 30 },
    )
  })

  it('a minute after the last input nothing moves, nobody is said to wait and no colour is left', () => {
    fc.assert(
      fc.property(companions, story, (labels, steps) => {
        const { desk, now } = tell(labels, steps, () => {})
        for (const section of sceneOf(desk, now + 60_000, measureDevice).sections) {
          expect(section.accent.rest).toBe(0)
          expect([section.accent.motion, section.dot.motion, section.badge, section.headline]).toEqual([
            'still',
            'still',
            '',
            '',
          ])
          const colors = [
            section.nameColor,
            section.dot.color,
            ...section.gauges.flatMap((one) => [one.color, one.fillColor]),
          ]
          expect(new Set(colors).size).toBe(1)
        }
      }),
    )
  })

  it('the scene is a function of what happened: asking for it changes nothing', () => {
    fc.assert(
      fc.property(companions, story, (labels, steps) => {
        tell(labels, steps, (desk, now) => {
          expect(sceneOf(desk, now, measureDevice)).toEqual(sceneOf(desk, now, measureDevice))
        })
      }),
      { numRuns: 30 },
    )
  })

  it('a painter that measures fractions of a pixel gets whole ones', () => {
    const desk = createDesk(OPTIONS, 0)
    const [{ dotX }] = sceneOf(desk, 0, measureDevice).sections
    expect(sceneOf(desk, 0, (text, font) => measureDevice(text, font) - 0.4).sections[0].dotX).toBe(dotX)
  })

  it('a painter that measures nonsense still gets a scene', () => {
    const nonsense: Measure[] = [() => Number.NaN, () => -1, () => 1e9]
    fc.assert(
      fc.property(companions, story, fc.constantFrom(...nonsense), (labels, steps, measure) => {
        tell(labels, steps, (desk, now) => {
          for (const { dotX } of sceneOf(desk, now, measure).sections) expect(dotX >= 0 && dotX <= 320).toBe(true)
        })
      }),
      { numRuns: 30 },
    )
  })
})

function withCeiling(input: DeskInput, ceiling: number): DeskInput {
  return input.is === 'status' ? { ...input, status: { ...input.status, ceiling } } : input
}
