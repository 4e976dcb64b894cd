import { expect, test } from 'vitest'
import { WITHHELD } from '../../src/wire/index.js'
import { describeWithheld } from '../../src/words/index.js'

test('every reason that keeps a reading from counting has a phrase of its own', () => {
  const phrases = WITHHELD.map(describeWithheld)
  for (const phrase of phrases) expect(phrase).toMatch(/^[a-z]+ [a-z :]+$/)
  expect(new Set(phrases).size).toBe(WITHHELD.length)
})

test.each([
  ['of a newer companion is said as it came', 'eclipsed', 'eclipsed'],
  ['that is a name of every object is no phrase', 'toString', 'toString'],
  ['that is hostile is harmless', 'on\u001b[31m_strike\n', 'on_strike'],
])('a reason %s', (_, why, words) => expect(describeWithheld(why)).toBe(words))
