import { mkdirSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../tests/kit/wait-until.js'
import type { Agent } from '../../src/agents/agent.js'
import { nameless } from '../../src/agents/nameless.js'
import { turn } from '../clock.js'
import type { Furnished } from './furnished.js'
import { GARBAGE } from './garbage.js'
import { type TestSignInPost, testSignInPost } from './quota-post.js'

const SECOND = 1_000

/** Whoever reads a few files has read them after as many reads of ours. */
async function reads(): Promise<void> {
  for (let read = 0; read < 30; read += 1) await stat('/')
  await turn()
}

/** What is kept to by whatever looks who is signed in at an agent. */
export function signInContract(agent: Pick<Agent, 'provider' | 'createSignIn'>, furnished: Furnished): void {
  const account = nameless(furnished.account)

  function begin(post: TestSignInPost) {
    const running = agent.createSignIn(post)
    onTestFinished(() => running.close())
    return running
  }

  const last = ({ accounts }: TestSignInPost) => accounts.at(-1)?.id

  describe(`who is signed in at ${agent.provider}`, () => {
    it('is told at once or soon, by a hash of what the agent calls them', async () => {
      const post = testSignInPost()
      furnished.files(post.home)
      begin(post)
      await waitUntil('the account', () => last(post) === account, { every: 1, saw: () => post.accounts })
      expect(account).toMatch(/^[0-9a-f]{16}$/)
      expect(post.accounts.at(-1)?.since).toBeLessThanOrEqual(post.clock.now())
      expect(JSON.stringify([post.accounts, post.keeps, post.facts])).not.toContain(furnished.account)
    })

    it('is told while time passes where the agent comes up later', async () => {
      const post = testSignInPost()
      begin(post)
      await reads()
      furnished.files(post.home)
      const holds = async () => {
        await post.clock.advance(100)
        return last(post) === account
      }
      await waitUntil('the account', holds, { every: 1, saw: () => post.accounts })
      expect(post.clock.now()).toBeLessThanOrEqual(testSignInPost().clock.now() + 120 * SECOND)
    })

    it.each([
      ['empty', undefined],
      ['missing', '/dev/null/nobody'],
    ])('is not told in a home that is %s', async (_, home) => {
      const post = testSignInPost(home === undefined ? {} : { env: { HOME: home } })
      begin(post)
      for (let minute = 0; minute < 3; minute += 1) {
        await reads()
        await post.clock.advance(60 * SECOND)
      }
      await reads()
      expect(post.accounts).toEqual([])
    })

    it.each(GARBAGE)('is told where what was kept is %s', async (_, kept) => {
      const post = testSignInPost({ kept })
      furnished.files(post.home)
      begin(post)
      await waitUntil('the account', () => last(post) === account, { every: 1, saw: () => post.accounts })
      expect(post.accounts).toEqual([{ id: account, since: 0 }])
    })

    it('is the same after a restart, by what was kept in a file', async () => {
      const before = testSignInPost()
      furnished.files(before.home)
      const running = begin(before)
      await waitUntil('the account', () => before.keeps.length > 0, { every: 1, saw: () => before.accounts })
      await running.close()
      const kept: unknown = JSON.parse(JSON.stringify(before.keeps.at(-1)))
      expect(kept).toEqual(before.keeps.at(-1))
      await before.clock.advance(60 * SECOND)
      const after = testSignInPost({ home: before.home, clock: before.clock, kept })
      begin(after)
      await reads()
      for (const told of after.accounts) expect(told).toEqual(before.accounts.at(-1))
    })

    it('is not told any more after a close, which leaves nothing behind', async () => {
      const post = testSignInPost()
      const running = begin(post)
      await reads()
      await running.close()
      expect(post.clock.waiting).toBe(0)
      furnished.files(post.home)
      mkdirSync(join(post.home, 'more'), { recursive: true })
      writeFileSync(join(post.home, 'more/file'), 'x')
      await reads()
      await post.clock.advance(600 * SECOND)
      await reads()
      expect(post.accounts).toEqual([])
    })

    it('may be closed before it is known', async () => {
      const post = testSignInPost()
      furnished.files(post.home)
      const running = begin(post)
      await running.close()
      const told = post.accounts.length
      await reads()
      expect([post.clock.waiting, post.accounts.length]).toEqual([0, told])
    })
  })
}
