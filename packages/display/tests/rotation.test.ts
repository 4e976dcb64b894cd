import { expect, it } from 'vitest'
import { rotationAt, turnedAt } from '../src/scene/rotation.js'

const SINCE = 10_000

it.each([
  ['the first name stands first', 3, 0, 0, 0],
  ['it stands for three seconds', 3, 2999, 0, 0],
  ['then the second', 3, 3000, 1, 3000],
  ['then the third', 3, 8999, 2, 6000],
  ['then the first again', 3, 9000, 0, 9000],
  ['a name alone takes no turns', 1, 9000, 0, 0],
  ['no name takes none', 0, 9000, 0, 0],
  ['nothing turns before it began', 3, -1, 0, 0],
])('%s', (_, count, elapsed, index, turned) => {
  expect(rotationAt(count, elapsed)).toBe(index)
  expect(turnedAt(count, SINCE, SINCE + elapsed)).toBe(SINCE + turned)
})
