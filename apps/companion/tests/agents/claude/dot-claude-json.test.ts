import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDotClaude } from '../../../src/agents/claude/quota/dot-claude-json.js'
import { temporaryFolder } from '../../stage.js'
import { accountOf, dotClaudeText } from './dot-claude.js'

describe('a state file', () => {
  const text = dotClaudeText({ account: 'a', cache: { pct: 1 } })
  const decoy = JSON.stringify(dotClaudeText({ account: 'b', cache: { pct: 9 } })).slice(1, -1)

  it.each<[name: string, text: string]>([
    ['is written in a line', text],
    ['is written in lines', JSON.stringify(JSON.parse(text), null, 2)],
    ['begins with a mark of its encoding', `\ufeff${text}`],
    ['holds a prompt that looks like one', text.replace('a prompt of the person', decoy)],
    ['holds years of prompts', text.replace('a prompt of the person', 'x'.repeat(4_000_000))],
  ])('says the same where it %s', (_, content) => {
    const path = join(temporaryFolder(), '.claude.json')
    writeFileSync(path, content)
    const file = readDotClaude(path)
    expect(file).toMatchObject({ is: 'read', account: accountOf('a'), cache: { account: accountOf('a') } })
    expect(file).toHaveProperty('cache.body.five_hour.utilization', 1)
  })
})
