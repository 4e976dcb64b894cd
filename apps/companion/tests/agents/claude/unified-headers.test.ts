import { describe, expect, it } from 'vitest'
import { readUnifiedHeaders } from '../../../src/agents/claude/quota/unified-headers.js'
import { recorded } from './recorded.js'

const unified = (headers: Record<string, string>) =>
  new Headers(Object.entries(headers).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, value]))

const read = (headers: Headers) =>
  readUnifiedHeaders(headers).map(({ durationSec, pct, resetsAt }) => [durationSec, pct, resetsAt])

describe('the headers of an answer', () => {
  it('say fractions and seconds', () => {
    expect(read(new Headers(recorded('unified-headers') as Record<string, string>))).toEqual([
      [18_000, 42, 1_778_761_800_000],
      [604_800, 15, 1_779_188_400_000],
    ])
  })

  it.each<[name: string, headers: Record<string, string>, expected: unknown[]]>([
    ['1.0 is all of it', { '5h-utilization': '1.0', '5h-reset': '1778761800' }, [[18_000, 100, 1_778_761_800_000]]],
    ['more than all of it stays', { '5h-utilization': '1.05' }, [[18_000, 105, null]]],
    ['0.07 is 7 percent without noise', { '7d-utilization': '0.07' }, [[604_800, 7, null]]],
    ['below nothing is nothing', { '7d-utilization': '-0.5' }, [[604_800, 0, null]]],
    ['a figure that is none is left out', { '5h-utilization': 'NaN', '7d-utilization': '' }, []],
    ['a reset alone says nothing', { '5h-reset': '1778761800' }, []],
    ['a reset that is none is unknown', { '5h-utilization': '0.5', '5h-reset': 'soon' }, [[18_000, 50, null]]],
    ['what is spent beyond is no window', { 'overage-utilization': '0.9', 'overage-status': 'allowed' }, []],
    ['there is nothing', {}, []],
  ])('where %s', (_, headers, expected) => {
    expect(read(unified(headers))).toEqual(expected)
  })
})
