import type { Attention, Provider, Status, Usage } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../../src/golden/scenes.js'
import {
  brightnessOf,
  createDesk,
  type Desk,
  type DeskInput,
  type Measure,
  sceneOf,
  updateDesk,
} from '../../src/index.js'
import { expectDrawable } from '../drawable.js'
import { OPTIONS } from './story.js'

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
          fc.record(
            {
              label: fc.string({ unit: 'binary' }),
              pct: fc.oneof(figure, fc.constant(100)),
              resets_in_sec: figure,
              duration_sec: figure,
              scope: fc.string({ unit: 'binary' }),
              age_sec: fc.double({ noNaN: true }),
              stale: fc.boolean(),
            },
            { requiredKeys: ['label', 'pct', 'resets_in_sec', 'duration_sec'] },
          ),
          { maxLength: 15 },
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
      usage: fc.record(
        {
          ok: fc.constant(true as const),
          updated_at: fc.nat(),
          providers: fc.tuple(quota('Claude'), quota('Codex')).map((both) => [...both]),
          show: fc.constantFrom('used' as const, 'remaining' as const),
          levels: fc.record({ high: fc.double({ min: 0, noNaN: true }), full: fc.double({ min: 0, noNaN: true }) }),
        },
        { requiredKeys: ['ok', 'updated_at', 'providers'] },
      ) as fc.Arbitrary<Usage>,
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
