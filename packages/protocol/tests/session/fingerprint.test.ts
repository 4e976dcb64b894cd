import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/session/index.js'

describe('fingerprint', () => {
  it.each([
    ['the order of keys', { a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }],
    ['a description added on the way', { command: 'ls' }, { command: 'ls', description: 'why' }],
    ['answers added on the way', { questions: [] }, { questions: [], answers: { q: 'Blue' } }],
  ])('does not see %s', (_, one, other) => {
    expect(fingerprint('Bash', one)).toBe(fingerprint('Bash', other))
  })

  it.each([
    ['another input', 'Bash', { command: 'ls -l' }],
    ['another tool', 'Edit', { command: 'ls' }],
    ['a description deeper down', 'Bash', { command: 'ls', options: [{ description: 'x' }] }],
    ['no input', 'Bash', undefined],
    ['a text input', 'Bash', 'ls'],
  ])('sees %s', (_, tool, input) => {
    expect(fingerprint(tool, input)).not.toBe(fingerprint('Bash', { command: 'ls' }))
  })

  it('holds no word of the input', () => {
    expect(fingerprint('Bash', { command: 'secret' })).toMatch(/^[0-9a-z]{1,11}$/)
  })
})
