import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breathe, levelAt, pulse } from '../src/index.js'

const elapsed = fc.oneof(fc.integer({ min: 0, max: 1e9 }), fc.double({ min: 0, max: 1e12, noNaN: true }))

describe.each([
  ['a pulse', pulse, 1000, 0.45, 1],
  ['a breath', breathe, 2000, 0.35, 0.75],
] as const)('%s', (_, wave, period, low, high) => {
  it('begins at its highest and is lowest half way', () => {
    expect(wave(0)).toBe(high)
    expect(wave(period / 2)).toBeCloseTo(low, 12)
    expect(wave(period)).toBe(high)
    expect(wave(period / 4)).toBeCloseTo((low + high) / 2, 12)
  })

  it('stays within its range', () => {
    fc.assert(
      fc.property(elapsed, (time) => {
        expect(wave(time)).toBeGreaterThanOrEqual(low)
        expect(wave(time)).toBeLessThanOrEqual(high)
      }),
    )
  })

  it('repeats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1000 }), (time, turns) => {
        expect(wave(time + turns * period)).toBe(wave(time))
      }),
    )
  })

  it('never jumps: a frame of 50 ms changes it by less than a sixth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (time) => {
        expect(Math.abs(wave(time + 50) - wave(time))).toBeLessThan(1 / 6)
      }),
    )
  })
})

describe('a level', () => {
  it.each([
    ['still', 0.7],
    ['pulse', 0.45],
    ['breathe', 0.55],
  ] as const)('of what is %s after half a second', (motion, expected) => {
    expect(levelAt(motion, 0.7, 500)).toBeCloseTo(expected, 12)
  })
})
