import { expect, test } from 'vitest'
import { LEVELS, levelOf, levelsOf } from '../../src/wire/index.js'

test.each([
  [null, 'calm'],
  [0, 'calm'],
  [79.9, 'calm'],
  [80, 'high'],
  [94.9, 'high'],
  [95, 'full'],
  [105, 'full'],
])('%s percent used is %s', (pct, level) => expect(levelOf(pct, LEVELS)).toBe(level))

test.each([
  ['none', undefined, LEVELS],
  ['those of the person', { high: 10, full: 40 }, { high: 10, full: 40 }],
  ['two that are one', { high: 50, full: 50 }, { high: 50, full: 50 }],
  ['two in the wrong order', { high: 90, full: 40 }, LEVELS],
])('of levels that are %s', (_, levels, expected) => expect(levelsOf({ levels })).toEqual(expected))
