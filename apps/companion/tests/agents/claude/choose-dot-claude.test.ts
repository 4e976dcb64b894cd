import { describe, expect, it } from 'vitest'
import { chooseDotClaude } from '../../../src/agents/claude/quota/choose-dot-claude.js'
import type { DotClaude } from '../../../src/agents/claude/quota/dot-claude-json.js'

/** A file in short: who is signed in, and whose the cache is and of when. */
const file = (
  account: string | undefined,
  cache?: [account: string | undefined, fetchedAt: number | null],
): DotClaude => ({
  account,
  cache: cache === undefined ? undefined : { account: cache[0], fetchedAt: cache[1], body: {} },
})

describe('of the files that may be the state file', () => {
  it.each<[name: string, files: (DotClaude | undefined)[], before: number, owner: number | undefined, at: unknown]>([
    ['none is chosen where none is there', [undefined, undefined], -1, undefined, undefined],
    [
      'the likeliest that names somebody says who is signed in',
      [file(undefined), file('a'), file('b')],
      -1,
      1,
      undefined,
    ],
    ['the likeliest does where none names anybody', [undefined, file(undefined), file(undefined)], -1, 1, undefined],
    ['the one that did goes on though it names nobody any more', [file(undefined), file('b')], 0, 0, undefined],
    ['a likelier one takes over', [file('a'), file('b')], 1, 0, undefined],
    ['one that went is left', [undefined, file('b')], 0, 1, undefined],
    ['the newest cache counts', [file('a', ['a', 1]), file(undefined, ['a', 2])], -1, 0, 2],
    ['an older one of the account comes before others', [file('a', ['a', 1]), file('b', ['b', 2])], -1, 0, 1],
    ['a cache of nobody may be theirs', [file('a'), file(undefined, [undefined, 2])], -1, 0, 2],
    ['one without a time comes last', [file('a', ['a', null]), file(undefined, ['a', 2])], -1, 0, 2],
    ['one of others is better than none', [file('a'), file('b', ['b', 2])], -1, 0, 2],
  ])('%s', (_, files, before, owner, at) => {
    const choice = chooseDotClaude(files, before)
    expect([choice.owner, choice.cache?.fetchedAt]).toEqual([owner, at])
  })
})
