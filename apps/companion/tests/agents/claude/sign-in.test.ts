import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { createSignIn } from '../../../src/agents/claude/quota/sign-in.js'
import { START } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestSignInPost, testSignInPost } from '../quota-post.js'
import { accountOf, type DotClaudeSpec, writeDotClaude } from './dot-claude.js'

const MINUTE = 60_000
const [a, b] = [accountOf('a'), accountOf('b')]

/** Writes the state file of a home, as of `at`. */
function write(home: string, spec: DotClaudeSpec, at = START - 5 * MINUTE): void {
  const path = join(home, '.claude.json')
  writeDotClaude(path, spec)
  utimesSync(path, at / 1_000, at / 1_000)
}

const decoy = (home: string) => writeDotClaude(join(home, '.claude/.claude.json'), { account: 'b' })

function homeOf(spec: DotClaudeSpec, at?: number): string {
  const home = temporaryFolder()
  write(home, spec, at)
  return home
}

function start(post: TestSignInPost): TestSignInPost {
  const running = createSignIn(post)
  onTestFinished(() => running.close())
  return post
}

const last = <T>(list: readonly T[]) => list.at(-1)

describe('who is signed in at Claude Code', () => {
  it.each<[name: string, kept: unknown, spec: DotClaudeSpec, expected: unknown[]]>([
    ['always was, when it is seen for the first time', undefined, { account: 'a' }, [{ id: a, since: 0 }]],
    ['is the same over a restart', { account: a, since: 7 }, { account: 'a' }, [{ id: a, since: 7 }]],
    [
      'is another one since the file was written, where nobody looked',
      { account: a, since: 7 },
      { account: 'b' },
      [{ id: b, since: START - 5 * MINUTE }],
    ],
    [
      'is another one since the former one was at the earliest',
      { account: a, since: START - MINUTE },
      { account: 'b' },
      [{ id: b, since: START - MINUTE }],
    ],
    ['always was where what was kept is damaged', { account: 7 }, { account: 'b' }, [{ id: b, since: 0 }]],
    ['is not said where a token is all there is', undefined, {}, []],
  ])('%s', (_, kept, spec, expected) => {
    expect(start(testSignInPost({ home: homeOf(spec), kept })).accounts).toEqual(expected)
  })

  it('is not another one before now where the file is of a time ahead', () => {
    const home = homeOf({ account: 'b' }, START + 60 * MINUTE)
    expect(start(testSignInPost({ home, kept: { account: a, since: 7 } })).accounts).toEqual([{ id: b, since: START }])
  })

  it('is somebody else from when that is seen', async () => {
    const home = homeOf({ account: 'a' })
    const post = start(testSignInPost({ home }))
    await post.clock.advance(10 * MINUTE)
    write(home, { account: 'b' })
    await post.clock.advance(MINUTE)
    expect(post.accounts.map(({ id }) => id)).toEqual([a, b])
    expect(last(post.accounts)?.since).toBeGreaterThanOrEqual(START + 10 * MINUTE)
  })

  it('is heard of without waiting', async () => {
    const home = homeOf({ account: 'a' })
    const post = start(testSignInPost({ home }))
    await post.clock.advance(1_000)
    write(home, { account: 'b' })
    await waitUntil('the other', () => last(post.accounts)?.id === b, { every: 1 })
    expect(last(post.accounts)).toEqual({ id: b, since: START + 1_000 })
  })

  it('is somebody else from when that is seen, where the file was not there first', async () => {
    const home = temporaryFolder()
    const post = start(testSignInPost({ home, kept: { account: a, since: 7 } }))
    expect(post.accounts).toEqual([])
    write(home, { account: 'b' })
    await post.clock.advance(MINUTE)
    expect(post.accounts).toEqual([{ id: b, since: expect.any(Number) }])
    expect(last(post.accounts)?.since).toBeGreaterThanOrEqual(START)
  })

  it('is a stranger after signing out, though a decoy names somebody, and the same one after a restart', async () => {
    const home = homeOf({ account: 'a' })
    decoy(home)
    const post = start(testSignInPost({ home }))
    expect(last(post.accounts)?.id).toBe(a)
    write(home, {})
    await post.clock.advance(MINUTE)
    const stranger = last(post.accounts)
    expect([a, b, null]).not.toContain(stranger?.id)
    const again = start(testSignInPost({ home, kept: last(post.keeps) }))
    expect(again.accounts).toEqual([stranger])
  })

  it.each(['{"oauthAccount":', ''])('is not asked of a decoy while the file is cut (%j)', async (text) => {
    const home = homeOf({})
    decoy(home)
    writeFileSync(join(home, '.claude.json'), text)
    const post = start(testSignInPost({ home, kept: { account: a, since: 7 } }))
    await post.clock.advance(MINUTE)
    expect(post.accounts).toEqual([])
    write(home, { account: 'a' })
    await post.clock.advance(MINUTE)
    expect(post.accounts).toEqual([{ id: a, since: 7 }])
  })

  it('is told once, however often the file is written', async () => {
    const home = homeOf({ account: 'a' })
    const post = start(testSignInPost({ home }))
    for (let n = 0; n < 5; n += 1) {
      write(home, { account: 'a', cache: { pct: n } })
      await post.clock.advance(MINUTE)
    }
    expect([post.accounts.length, post.keeps.length]).toEqual([1, 1])
  })

  it('is never said in words', () => {
    const { accounts, keeps, facts } = start(testSignInPost({ home: homeOf({ account: 'a-uuid', cache: {} }) }))
    const text = JSON.stringify([accounts, keeps, facts])
    for (const word of ['a-uuid', 'example.org', 'secret-project', 'prompt of', '.claude']) {
      expect(text).not.toContain(word)
    }
  })
})
