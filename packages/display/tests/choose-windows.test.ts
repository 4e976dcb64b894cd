import type { QuotaWindow } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseWindows } from '../src/desk/choose-windows.js'

const HOUR = 3_600
const window = (label: string, pct: number | null, hours: number | null, scope?: string): QuotaWindow => ({
  label,
  pct,
  resets_in_sec: HOUR,
  duration_sec: hours === null ? null : hours * HOUR,
  ...(scope === undefined ? {} : { scope }),
})
const FIVE = window('5h', 10, 5)
const WEEK = window('7d', 20, 168)
const FABLE = window('7d Fable', 99, 168, 'Fable')
const MONTH = window('30d', 30, 720)
const EXTRA = window('extra', 5, null)

describe('of many windows', () => {
  it.each([
    ['all that fit are shown by their length', [MONTH, FIVE, WEEK], '5h 7d 30d'],
    ['equal lengths stand as they were given', [FIVE, WEEK, FABLE], '5h 7d 7d Fable'],
    ['the one that stops first takes the place of the longest', [FIVE, WEEK, FABLE, MONTH, EXTRA], '5h 7d 30d'],
    ['the shortest stay when it is among them', [{ ...FIVE, pct: 90 }, WEEK, FABLE, MONTH], '5h 7d 7d Fable'],
    ['one without a length comes last', [EXTRA, FIVE, { ...WEEK, pct: null }], '5h 7d extra'],
    ['the shortest are shown where nothing is known', [MONTH, EXTRA, FIVE, WEEK].map(unknown), '5h 7d 30d'],
    ['none is made up', [], ''],
  ])('%s', (_, windows, labels) => {
    expect(chooseWindows(windows, 3).map(({ label }) => label)).toEqual(labels.split(/ (?=\d|extra)/).filter(Boolean))
  })

  it('what stops first is always shown, in order, and never twice', () => {
    const any = fc.record({
      label: fc.string(),
      pct: fc.option(fc.integer({ min: 0, max: 120 })),
      resets_in_sec: fc.option(fc.nat()),
      duration_sec: fc.option(fc.nat({ max: 9 })),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 9 }), (windows) => {
        const shown = chooseWindows(windows, 3)
        const most = Math.max(-1, ...windows.map(({ pct }) => pct ?? -1))
        expect(new Set(shown).size).toBe(Math.min(3, windows.length))
        expect(most < 0 || shown.some(({ pct }) => pct !== null && (pct === most || pct >= 100))).toBe(true)
        const spans = shown.map(({ duration_sec }) => duration_sec ?? 10)
        expect(spans).toEqual([...spans].sort((a, b) => a - b))
      }),
    )
  })
})

function unknown(of: QuotaWindow): QuotaWindow {
  return { ...of, pct: null }
}
