import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterUsagePoll, awake, type Backlight, createBacklight, isDim, levelOf } from '../src/desk/backlight.js'

const LEVELS = [100, 80, 60, 45, 30, 20]

describe('the backlight', () => {
  it('goes down the ladder one step a quiet poll and stays at its foot', () => {
    let backlight = afterUsagePoll(createBacklight(100), 'same', false, 0)
    const levels = [levelOf(backlight)]
    for (let poll = 1; poll < 8; poll += 1) {
      backlight = afterUsagePoll(backlight, 'same', false, poll * 300_000)
      levels.push(levelOf(backlight))
    }
    expect(levels).toEqual([...LEVELS, 20, 20])
  })

  it.each([
    ['polls that follow each other within minutes are one', [0, 60, 120, 180, 240], 100],
    ['the first counts', [0, 269.9], 100],
    ['so does one four minutes and a half later', [0, 270], 80],
    ['one that does not count postpones nothing', [0, 200, 270], 80],
    ['of two companions that take turns every second counts', [0, 150, 300, 450, 600], 60],
    ['a storm of them goes down a step a poll at most', [0, 300, 301, 302, 303, 304], 80],
  ] as const)('%s', (_, seconds, level) => {
    let backlight = createBacklight(100)
    for (const at of seconds) backlight = afterUsagePoll(backlight, 'same', false, at * 1000)
    expect(levelOf(backlight)).toBe(level)
  })

  it('lights up at once for other figures, however soon, and counts from there', () => {
    const dim = afterUsagePoll(afterUsagePoll(createBacklight(100), 'a', false, 0), 'a', false, 300_000)
    const lit = afterUsagePoll(dim, 'b', false, 301_000)
    expect([dim, lit].map(levelOf)).toEqual([80, 100])
    expect(levelOf(afterUsagePoll(lit, 'b', false, 570_900))).toBe(100)
    expect(levelOf(afterUsagePoll(lit, 'b', false, 571_000))).toBe(80)
  })

  it.each([
    [100, [100, 80, 60, 45, 30, 20]],
    [50, [50, 40, 30, 23, 15, 10]],
    [3, [3, 2, 2, 1, 1, 1]],
    [1, [1, 1, 1, 1, 1, 1]],
    [0, [0, 0, 0, 0, 0, 0]],
    [250, LEVELS],
    [-5, [0, 0, 0, 0, 0, 0]],
    [Number.NaN, LEVELS],
  ])('of a setting of %s has these levels', (brightness, levels) => {
    expect(LEVELS.map((_, step) => levelOf({ ...createBacklight(brightness), step }))).toEqual(levels)
  })

  it.each([
    [0.29, 29],
    [0.299, 29],
    [0.005, 1],
    [0, 0],
    [1, 100],
    [undefined, 100],
  ])('under a ceiling of %s is at most %s', (ceiling, level) => {
    expect(levelOf({ ...createBacklight(100), ceiling })).toBe(level)
  })

  it('is not dim where the ceiling makes full as dark', () => {
    const low: Backlight = { ...createBacklight(100), step: 3, ceiling: 0.3 }
    expect(isDim(low)).toBe(false)
    expect(isDim({ ...low, ceiling: 0.5 })).toBe(true)
  })

  const polls = fc.array(
    fc.record({
      shown: fc.constantFrom('a', 'b'),
      waiting: fc.boolean(),
      pause: fc.integer({ min: 0, max: 600_000 }),
      wakes: fc.boolean(),
    }),
  )
  const settings = fc.record({
    full: fc.integer({ min: 0, max: 100 }),
    ceiling: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  })

  it('keeps within the ceiling, skips no step and brightens only for news or a wake', () => {
    fc.assert(
      fc.property(settings, polls, ({ full, ceiling }, inputs) => {
        let backlight: Backlight = { ...createBacklight(full), ceiling }
        let now = 0
        for (const { shown, waiting, pause, wakes } of inputs) {
          const before = backlight
          now += pause
          backlight = afterUsagePoll(wakes ? awake(before) : before, shown, waiting, now)
          const limit = ceiling === undefined ? 100 : Math.max(1, ceiling * 100 + 1e-6)
          expect(levelOf(backlight)).toBeLessThanOrEqual(ceiling === 0 ? 0 : limit)
          expect(levelOf(backlight) === 0).toBe(full === 0 || ceiling === 0)
          expect(Number.isInteger(levelOf(backlight))).toBe(true)
          expect(backlight.step - (wakes ? 0 : before.step)).toBeLessThanOrEqual(1)
          if (backlight.step < before.step) expect(wakes || (!waiting && shown !== before.polled?.shown)).toBe(true)
        }
      }),
    )
  })
})
