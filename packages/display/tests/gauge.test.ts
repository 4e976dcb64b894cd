import { describePercent, describeSpan, type QuotaWindow, type Usage, windowsAt } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { styleOf } from '../src/desk/quota-style.js'
import { measureDevice } from '../src/golden/scenes.js'
import { BAR_WIDTH, type Gauge } from '../src/index.js'
import { describeAge, describeCountdown } from '../src/scene/age.js'
import { gaugeOf } from '../src/scene/gauge.js'
import { describeShare } from '../src/scene/share.js'
import { THEME } from '../src/scene/theme.js'

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
    expect(describeSpan(span)).toBe(duration)
    expect(describeAge(span)).toBe(age)
  })
})

describe('the time to a reset', () => {
  const hour = 3_600_000
  it.each([
    [30_000, '<1m'],
    [10 * hour - 1, '9h 59m'],
    [10 * hour, '10h'],
    [24 * hour - 1, '23h'],
    [10 * 24 * hour - 1, '9d 23h'],
    [29.5 * 24 * hour, '29d'],
    [1_000 * 24 * hour, '>99d'],
  ])('of %s ms reads %s', (left, expected) => {
    expect(describeCountdown(left)).toBe(expected)
  })
})

describe('what is left', () => {
  it.each([
    [null, '--'],
    [0, 'all left'],
    [1e-17, 'all left'],
    [0.2, '99% left'],
    [42, '58% left'],
    [99.6, '<1% left'],
    [100, '0% left'],
    [250, '0% left'],
  ])('of %s percent used reads %s', (pct, expected) => {
    expect(describeShare(pct, 'remaining')).toBe(expected)
  })
})

const style = (more: Partial<Usage> = {}) => styleOf({ ok: true, updated_at: 0, providers: [], ...more })

/** Returns the window's gauge `elapsed` ms after it was received. */
function drawn(pct: number | null, resets_in_sec: number | null, elapsed: number, more: Partial<Usage> = {}): Gauge {
  const [now] = windowsAt([window(pct, resets_in_sec)], elapsed)
  const look = { style: style(more), color: THEME.text, dull: undefined }
  return gaugeOf(now as QuotaWindow, look, measureDevice)
}

describe('a gauge', () => {
  it.each([
    ['of an unknown percent is empty', null, 0, 0],
    ['of nothing is empty, or all is left', 0, 0, BAR_WIDTH],
    ['of a trace shows it', 0.01, 1, BAR_WIDTH - 1],
    ['that is not full does not look full, nor gone what is left', 99.99, BAR_WIDTH - 1, 1],
    ['that is full is full, and nothing is left', 100, BAR_WIDTH, 0],
    ['beyond full stays in its bar', 105, BAR_WIDTH, 0],
    ['below nothing is unknown', -3, 0, 0],
    ['without end is unknown', Number.POSITIVE_INFINITY, 0, 0],
  ])('%s', (_, pct, used, left) => {
    expect(drawn(pct, null, 0).fill).toBe(used)
    expect(drawn(pct, null, 0, { show: 'remaining' }).fill).toBe(left)
  })

  it.each([
    [79.9, undefined, 'calm'],
    [80, undefined, 'high'],
    [95, undefined, 'full'],
    [50, { high: 50, full: 60 }, 'high'],
    [60, { high: 50, full: 60 }, 'full'],
    [60, { high: 60, full: 60 }, 'full'],
    [80, { high: 95, full: 80 }, 'high'],
    [0, { high: 0, full: 100 }, 'high'],
  ] as const)('of %s percent used with the levels %o is %s, whichever share it shows', (pct, levels, color) => {
    const said = levels === undefined ? {} : { levels }
    for (const show of ['used', 'remaining'] as const) {
      expect(drawn(pct, null, 0, { ...said, show }).fillColor).toBe(THEME.levels[color])
    }
  })

  it('says of what is used and of what is left the same, in its text and in its bar', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 300, noNaN: true }), (pct) => {
        const used = drawn(pct, null, 0)
        const left = drawn(pct, null, 0, { show: 'remaining' })
        expect(Math.abs(used.fill + left.fill - BAR_WIDTH)).toBeLessThanOrEqual(1)
        expect(left.fill === 0).toBe(left.percent === '0% left')
        expect(left.fill === BAR_WIDTH).toBe(left.percent === 'all left')
      }),
    )
  })

  it('never counts up without a poll, and says nothing once it is past its reset', () => {
    const seconds = fc.integer({ min: -10, max: 700_000 })
    const elapsed = fc.integer({ min: 0, max: 800_000_000 })
    fc.assert(
      fc.property(seconds, elapsed, elapsed, (resets, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((at) => drawn(50, resets, at))
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
