import { PROVIDERS, REASONS, SOURCE_STATES, STATES } from '@codexbar/protocol/wire'
import { expect, it } from 'vitest'
import { TROUBLES } from '../src/desk/trouble.js'
import { FONTS, LAYOUT, SCREEN, THEME } from '../src/index.js'
import { TONES } from '../src/scene/tone.js'
import { SPELLINGS } from '../src/text/ascii-table.js'

it.each(
  Object.entries({
    FONTS,
    LAYOUT,
    PROVIDERS,
    REASONS,
    SCREEN,
    SOURCE_STATES,
    SPELLINGS,
    STATES,
    THEME,
    TONES,
    TROUBLES,
  }),
)('all of %s is frozen, so that it stays in flash', (_, table) => {
  expect(isFrozen(table)).toBe(true)
})

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}
