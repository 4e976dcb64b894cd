import { REASONS, SOURCE_STATES } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { TROUBLES } from '../src/desk/trouble.js'
import { measureDevice } from '../src/golden/scenes.js'
import { FONTS, gaugeBoxes, LAYOUT } from '../src/index.js'
import { describeCountdown } from '../src/scene/age.js'

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

it.each(Object.values(SOURCE_STATES))(
  'why a source failed stands whole in the note of a section: $phrase',
  ({ phrase }) => {
    expect(phrase).toMatch(/^[ -~]*$/)
    expect(measureDevice(`no quota: ${phrase}`, FONTS.note)).toBeLessThanOrEqual(sections[0].note.width)
  },
)

it.each(['used up', 'used up 23h 59m', 'used up 98d 23h', 'used up >99d', '99 to review - used up'])(
  '%s stands whole in the badge',
  (words) => {
    expect(measureDevice(words, FONTS.badge)).toBeLessThanOrEqual(sections[0].badge.width)
  },
)

it.each(['100%', '>999%', '<1% left', '99% left', 'all left'])('%s stands whole beside its bar', (words) => {
  expect(measureDevice(words, FONTS.percent)).toBeLessThanOrEqual(gaugeBoxes(0, 0, 3).percent.width)
})

it('every time to a reset stands whole in its column', () => {
  const { width } = gaugeBoxes(0, 0, 3).countdown
  for (let minutes = 0; minutes < 100 * 24 * 60; minutes += 1) {
    const words = describeCountdown(minutes * 60_000)
    if (measureDevice(words, FONTS.countdown) > width) expect.fail(words)
  }
})

it.each(['5h', '7d', '7d Fable', '7d Opus', '30d'])('the label %s stands whole before its bar', (label) => {
  expect(measureDevice(label, FONTS.label)).toBeLessThanOrEqual(gaugeBoxes(0, 0, 3).label.width)
})
