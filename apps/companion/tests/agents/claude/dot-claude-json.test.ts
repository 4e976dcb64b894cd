import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ReadDotClaude, readDotClaude } from '../../../src/agents/claude/quota/dot-claude-json.js'
import { temporaryFolder } from '../../stage.js'
import { dotClaudeText } from './dot-claude.js'

describe('a state file that was read before', () => {
  const text = dotClaudeText({ account: 'a', cache: { pct: 1 } })
  const pretty = (of: string) => JSON.stringify(JSON.parse(of), null, 2)
  const padded = (of: string) => of.replace('{', `{"tips":"${'x'.repeat(100_000)}",`)
  /** A prompt that looks like the file, among what a person typed. */
  const quoted = (of: string) => of.replace('a prompt of the person', JSON.stringify(of).slice(1, -1))

  it.each<[name: string, before: string, after: string]>([
    ['did not change', text, text],
    ['changed elsewhere', text, padded(text)],
    ['has another figure', text, dotClaudeText({ account: 'a', cache: { pct: 2 } })],
    ['has another account', text, dotClaudeText({ account: 'b', cache: { pct: 1 } })],
    ['lost its account', text, dotClaudeText({ cache: { account: 'a', pct: 1 } })],
    ['lost its cache', text, dotClaudeText({ account: 'a' })],
    ['lost both', text, dotClaudeText({})],
    ['gained both', dotClaudeText({}), text],
    ['is written in lines', text, pretty(text)],
    ['changed, written in lines', pretty(text), pretty(dotClaudeText({ account: 'b', cache: { pct: 9 } }))],
    [
      'changed among prompts that look like it',
      quoted(text),
      quoted(dotClaudeText({ account: 'a', cache: { pct: 7 } })),
    ],
    ['begins with a mark of its encoding', text, `\ufeff${dotClaudeText({ account: 'c', cache: {} })}`],
  ])('says the same as one read for the first time where it %s', (_, before, after) => {
    const path = join(temporaryFolder(), '.claude.json')
    writeFileSync(path, before)
    const known = readDotClaude(path) as ReadDotClaude
    expect(known.is).toBe('read')
    writeFileSync(path, after)
    expect(readDotClaude(path, known)).toEqual(readDotClaude(path))
  })

  it('costs no second reading where only the rest of it changed', () => {
    const path = join(temporaryFolder(), '.claude.json')
    writeFileSync(path, text)
    const known = readDotClaude(path) as ReadDotClaude
    writeFileSync(path, padded(text))
    expect(readDotClaude(path, known)).toBe(known)
  })
})
