import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../src/golden/scenes.js'
import { fit, type Measure } from '../src/index.js'

const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const width = fc.integer({ min: -5, max: 320 })

/** A font that kerns: some neighbours stand closer than their advances say. */
const kerned: Measure = (text, font) => {
  let sum = measureDevice(text, font)
  for (let at = 1; at < text.length; at += 1) sum -= (text.charCodeAt(at - 1) * 7 + text.charCodeAt(at)) % 4
  return sum
}

/** What fits, found by trying every beginning. */
function longest(text: string, room: number, measure: Measure): string {
  if (room <= 0) return ''
  if (measure(text, 'body') <= room) return text
  for (let length = text.length - 1; length >= 0; length -= 1) {
    const cut = `${text.slice(0, length).trimEnd()}...`
    if (measure(cut, 'body') <= room) return cut
  }
  return ''
}

describe('fitted text', () => {
  it.each([
    ['short text is unchanged', 'ab', 20, 'ab'],
    ['nothing fits no width', 'abcdef', 0, ''],
    ['nothing fits a negative width', 'abcdef', -1, ''],
    ['nothing fits a width that is no number', 'abcdef', Number.NaN, ''],
    ['what has no room for its ellipsis is left out', 'mmmmmm', 11, ''],
    ['a cut text ends in three dots', 'mmmmmm', 45, 'mm...'],
    ['no space stands before the dots', 'mm mmmmm', 52, 'mm...'],
  ])('%s', (_, text, room, expected) => {
    expect(fit(text, room, 'body', measureDevice)).toBe(expected)
  })

  it('is never wider than its box', () => {
    fc.assert(
      fc.property(ascii, width, (text, room) => {
        const fitted = fit(text, room, 'body', measureDevice)
        expect(measureDevice(fitted, 'body')).toBeLessThanOrEqual(Math.max(0, room))
      }),
    )
  })

  it('is the longest that fits, also where letters kern', () => {
    fc.assert(
      fc.property(ascii, width, (text, room) => {
        for (const measure of [measureDevice, kerned])
          expect(fit(text, room, 'body', measure)).toBe(longest(text, room, measure))
      }),
    )
  })

  it('is fitted once for all', () => {
    fc.assert(
      fc.property(ascii, width, (text, room) => {
        const fitted = fit(text, room, 'title', measureDevice)
        expect(fit(fitted, room, 'title', measureDevice)).toBe(fitted)
      }),
    )
  })

  it.each([
    ['no number', () => Number.NaN],
    ['infinite', () => Number.POSITIVE_INFINITY],
    ['negative', () => -1],
    ['the wrong way round', (text: string) => 500 - text.length],
  ])('ends when the measure is %s', (_, measure) => {
    expect(typeof fit('a'.repeat(500), 100, 'body', measure)).toBe('string')
  })
})
