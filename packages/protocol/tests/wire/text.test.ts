import { describe, expect, it } from 'vitest'
import { columns, plainLine, truncate, truncateLabel } from '../../src/wire/index.js'

describe('plainLine', () => {
  it.each([
    ['api', 'api'],
    ['evil\u001b[31m\nX-Priority: 5', 'evil X-Priority: 5'],
    ['a\u0000b\u0007c', 'abc'],
    ['\u001b]0;title\u0007x', 'x'],
    ['  many \t\n lines\r\n', 'many lines'],
    ['right\u202eleft', 'rightleft'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['Ünïcode 修复', 'Ünïcode 修复'],
    ['', ''],
  ])('makes %j one harmless line', (text, line) => {
    expect(plainLine(text, 64)).toBe(line)
  })

  it('counts code points', () => {
    expect(Array.from(plainLine('😀'.repeat(100), 64))).toHaveLength(64)
  })
})

describe('truncate', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abc…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀', 2, '😀…'],
    ['abc', 0, '…'],
  ])('cuts %j at %i code points', (text, limit, cut) => {
    expect(truncate(text, limit)).toBe(cut)
  })
})

describe('truncateLabel', () => {
  it.each([
    ['ab', 20, 'ab'],
    ['abcdef', 0, ''],
    ['abcdef', -1, ''],
    ['abcdef', 1, '…'],
    ['abcdef', 4, 'abc…'],
    ['修复登录', 8, '修复登录'],
    ['修复登录', 7, '修复登…'],
    ['修复登录', 4, '修…'],
  ])('fits %j into %i columns', (text, width, label) => {
    expect(truncateLabel(text, width)).toBe(label)
  })

  it('never takes more columns than it is given', () => {
    const text = '修复登录问题'.repeat(8)
    for (let width = 0; width < 30; width += 1) expect(columns(truncateLabel(text, width))).toBeLessThanOrEqual(width)
  })
})
