import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter } from '../src/shell/line-splitter.js'

function split(parts: readonly Buffer[]): string[] {
  const lines: string[] = []
  const take = createLineSplitter((line) => lines.push(line))
  for (const part of parts) take(part)
  return lines
}

describe('lines of a stream', () => {
  it('are the same in whichever pieces they come', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '€', '\n', '😀') }),
        fc.integer({ min: 1, max: 7 }),
        (text, size) => {
          const bytes = Buffer.from(text)
          const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
            bytes.subarray(i * size, (i + 1) * size),
          )
          expect(split(parts)).toEqual(text.split('\n').slice(0, -1))
        },
      ),
    )
  })

  it('have no carriage return at their end', () => {
    expect(split([Buffer.from('a\r\nb\r'), Buffer.from('\nc\r')])).toEqual(['a', 'b'])
  })

  it('that are too long are passed over, and no more', () => {
    const long = Buffer.alloc(700_000, 'x')
    expect(split([Buffer.from('a\n'), long, long, long, Buffer.from('\nb\n')])).toEqual(['a', 'b'])
    expect(split([Buffer.concat([long, long, Buffer.from('\nb\n')])])).toEqual(['b'])
  })
})
