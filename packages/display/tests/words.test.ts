import { REASONS } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { TROUBLES } from '../src/desk/trouble.js'
import { measureDevice } from '../src/golden/scenes.js'
import { FONTS, LAYOUT } from '../src/index.js'

const { footer, setup, sections } = LAYOUT

describe.each(Object.entries(TROUBLES))('the words of %s', (_, { words, title, lines }) => {
  it.each(['<1m', '59m', '23h', '99d', '>99d'])('stand whole in the footer behind an age of %s', (age) => {
    expect(measureDevice(`offline ${age} - ${words}`, FONTS.footer)).toBeLessThanOrEqual(footer.left.width)
  })

  it('stand whole in the note of a section', () => {
    expect(measureDevice(`no quota: ${words}`, FONTS.note)).toBeLessThanOrEqual(sections[0].note.width)
  })

  it('stand whole on the set-up screen', () => {
    expect(measureDevice(title, FONTS.setupTitle)).toBeLessThanOrEqual(setup.title.width)
    expect(lines.length).toBeLessThanOrEqual(setup.lines.length)
    for (const line of lines) {
      expect(measureDevice(line.replace('{}', 'some-mac.local'), FONTS.setupLine), line).toBeLessThanOrEqual(288)
    }
  })

  it('are ASCII', () => {
    for (const text of [words, title, ...lines]) expect(text).toMatch(/^[ -~]*$/)
  })
})

it.each(Object.entries(REASONS).filter(([, { severity }]) => severity === 'high' || severity === 'urgent'))(
  'the phrase of %s stands whole in the badge',
  (_, { phrase }) => {
    expect(measureDevice(phrase, FONTS.badge)).toBeLessThanOrEqual(sections[0].badge.width)
  },
)
