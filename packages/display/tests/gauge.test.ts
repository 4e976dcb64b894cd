import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../src/golden/scenes.js'
import { BAR_WIDTH } from '../src/index.js'
import { describeAge, describeDuration } from '../src/scene/duration.js'
import { describePercent, gaugeOf } from '../src/scene/gauge.js'

const window = (pct: number | null, resets_in_sec: number | null) => ({
  label: '5h',
  pct,
  resets_in_sec,
  duration_sec: 18_000,
})

describe('a percent', () => {
  it.each([
    [null, '--'],
    [0, '0%'],
    [0.004, '<1%'],
    [0.99, '<1%'],
    [1, '1%'],
    [14.000000000000002, '14%'],
    [42.5, '43%'],
    [98.4, '98%'],
    [99.5, '99%'],
    [99.999, '99%'],
    [100, '100%'],
    [100.2, '100%'],
    [105, '105%'],
    [999, '999%'],
    [1000, '>999%'],
  ])('%s reads %s', (pct, expected) => {
    expect(describePercent(pct)).toBe(expected)
  })
})

describe('a span', () => {
  const minute = 60_000
  it.each([
    [-1, '<1m', '<1m'],
    [Number.NaN, '<1m', '<1m'],
    [59_999, '<1m', '<1m'],
    [minute, '1m', '1m'],
    [45 * minute + 59_000, '45m', '45m'],
    [60 * minute, '1h', '1h'],
    [125 * minute, '2h 5m', '2h'],
    [24 * 60 * minute, '1d', '1d'],
    [(6 * 24 + 23) * 60 * minute, '6d 23h', '6d'],
    [99 * 24 * 60 * minute, '99d', '99d'],
    [99 * 24 * 60 * minute + 1, '>99d', '>99d'],
    [Number.POSITIVE_INFINITY, '>99d', '>99d'],
  ])('of %s ms reads %s, as an age %s', (span, duration, age) => {
    expect(describeDuration(span)).toBe(duration)
    expect(describeAge(span)).toBe(age)
  })
})

describe('a gauge', () => {
  it.each([
    ['of an unknown percent is empty', null, 0],
    ['of nothing is empty', 0, 0],
    ['of a trace shows it', 0.01, 1],
    ['that is not full does not look full', 99.99, BAR_WIDTH - 1],
    ['that is full is full', 100, BAR_WIDTH],
    ['beyond full stays in its bar', 105, BAR_WIDTH],
    ['below nothing is unknown', -3, 0],
    ['without end is unknown', Number.POSITIVE_INFINITY, 0],
  ])('%s', (_, pct, fill) => {
    expect(gaugeOf(window(pct, null), 0, undefined, measureDevice).fill).toBe(fill)
  })

  it('never counts up without a poll, and says nothing once it is past its reset', () => {
    const seconds = fc.integer({ min: -10, max: 700_000 })
    const elapsed = fc.integer({ min: 0, max: 800_000_000 })
    fc.assert(
      fc.property(seconds, elapsed, elapsed, (resets, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((at) =>
          gaugeOf(window(50, resets), at, undefined, measureDevice),
        )
        expect(minutesOf(late?.countdown)).toBeLessThanOrEqual(minutesOf(early?.countdown))
        expect(late?.percent).toBe(resets * 1000 > Math.max(a, b) ? '50%' : '--')
        expect(late?.countdown === '').toBe(late?.percent === '--')
      }),
    )
  })
})

function minutesOf(countdown = ''): number {
  if (countdown === '') return -1
  let minutes = 0
  for (const [, count, unit] of countdown.matchAll(/(\d+)([dhm])/g)) {
    minutes += Number(count) * (unit === 'd' ? 1440 : unit === 'h' ? 60 : 1)
  }
  return countdown === '<1m' ? 0 : minutes
}
