import { columns } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip, lengthOf } from '../../src/commands/clip.js'
import { layTable, type TableColumn } from '../../src/commands/table.js'
import { paint, type Span } from '../../src/commands/tone.js'
import { drawBar } from '../../src/commands/usage/bar.js'

const RULES: readonly TableColumn[] = [
  { align: 'left', givesWay: 0 },
  { align: 'right', givesWay: 2 },
  { align: 'left', givesWay: 1 },
]
const row = (...texts: string[]): Span[] => texts.map((text) => ({ text }))
const lay = (rows: Span[][], width: number) => layTable(rows, RULES, width, ' ').map((line) => paint(line, false))

describe('a table', () => {
  const rows = [row('5h', '9%', 'now'), row('7d 日本', '100%', '')]

  test.each<[string, number, string[]]>([
    ['is as wide as what is in it', 80, [' 5h         9%  now', ' 7d 日本  100%']],
    ['leaves out what gives way first', 16, [' 5h         9%', ' 7d 日本  100%']],
    ['leaves out what gives way next', 12, [' 5h', ' 7d 日本']],
    ['cuts the first column where nothing else gives way', 7, [' 5h', ' 7d 日…']],
    ['is cut as a whole in the end', 4, [' 5h', ' 7d…']],
    ['is nothing in no room', 0, ['', '']],
  ])('%s', (_, width, lines) => expect(lay(rows, width)).toEqual(lines))

  test('cuts the first column before the others that never give way', () => {
    const rules: readonly TableColumn[] = [RULES[0], { align: 'right', givesWay: 0 }] as TableColumn[]
    const cut = layTable([row('7d a long name', '100%'), row('5h', '9%')], rules, 14, '')
    expect(cut.map((line) => paint(line, false))).toEqual(['7d a lo…  100%', '5h          9%'])
  })

  test('has no column of nothing', () => {
    expect(lay([row('a', '', 'c'), row('b', '', 'd')], 80)).toEqual([' a  c', ' b  d'])
  })
})

test('a line that is cut is as wide as it may be at most, and one that fits is left as it is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '日'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), fc.nat(20), (texts, width) => {
      const line = row(...texts)
      const cut = paint(clip(line, width), false)
      if (lengthOf(line) <= width) expect(cut).toBe(texts.join(''))
      else {
        expect(columns(cut)).toBeLessThanOrEqual(width)
        expect(cut.endsWith('…')).toBe(width > 0)
      }
    }),
  )
})

describe('a bar', () => {
  test.each([
    [0, '░░░░'],
    [0.001, '█░░░'],
    [0.5, '██░░'],
    [0.999, '███░'],
    [1, '████'],
    [-1, '░░░░'],
    [7, '████'],
  ])('of %s', (fill, bar) => expect(drawBar(fill, 4)).toBe(bar))
})
