import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCE_STATES } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { waitUntil } from '../../../../tests/kit/wait-until.js'
import type { Agent } from '../../src/agents/agent.js'
import type { QuotaPost } from '../../src/agents/quota-source.js'
import { turn } from '../clock.js'
import type { Furnished } from './furnished.js'
import { GARBAGE } from './garbage.js'
import { type TestPost, testPost } from './quota-post.js'

const MINUTE = 60_000

const firstLook = ({ notes }: TestPost) => waitUntil('a first look', () => notes.length > 0, { every: 1 })

/** Edges that are as bad as they can be. */
const EDGES: [name: string, edges: () => Partial<Omit<QuotaPost, 'clock'>>][] = [
  ['nothing is there', () => ({})],
  ['there is no home', () => ({ env: { HOME: '/dev/null/nobody', PATH: '' } })],
  ['the environment is empty', () => ({ env: { HOME: '/nowhere' } })],
  ['programs print nonsense', () => ({ exec: async () => ({ code: 0, stdout: '\u0000{]' }) })],
  ['the network answers nonsense', () => ({ fetch: async () => new Response('\u0000{]', { status: 200 }) })],
]

/** What every quota source of an agent keeps to, in a bare home and on the machine of a person who is signed in. */
export function quotaSourceContract(agent: Agent, furnished: Furnished): void {
  const sources = agent.quota

  describe(`the quota sources of ${agent.provider}`, () => {
    it('have names of their own', () => {
      expect(sources.length).toBeGreaterThan(0)
      for (const of of ['id', 'what'] as const) {
        const names = sources.map((source) => source[of])
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name.trim()).toMatch(/./)
      }
      for (const { id } of sources) expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
    })
  })

  describe.each(sources)(`the quota source $id of ${agent.provider}`, (source) => {
    /** The post on the machine of a person who is signed in. */
    function furnishedPost(edges: Parameters<typeof testPost>[0] = {}): TestPost {
      const post = testPost({ ...furnished.edges, ...edges })
      furnished.files(post.home)
      return post
    }

    /** Lets it run for a while and ends it. */
    async function live(post: TestPost, heard: readonly unknown[] = []): Promise<void> {
      const running = source.create(post)
      for (const said of heard) {
        running.hear?.(said)
        await post.clock.advance(1_000)
      }
      if (running.hear === undefined) await firstLook(post)
      await post.clock.advance(2 * MINUTE)
      running.stir?.('s1')
      running.stir?.(undefined)
      await post.clock.advance(2 * MINUTE)
      await running.close()
    }

    it.each(GARBAGE)('begins anew where what it kept is %s', async (_, kept) => {
      const post = furnishedPost({ kept })
      await live(post, furnished.heard[source.id])
      expect(post.told.length).toBeGreaterThan(0)
    })

    it.each(EDGES)('does not fail where %s', async (_, edges) => {
      const post = testPost(edges())
      await expect(live(post)).resolves.toBeUndefined()
      expect(post.told).toEqual([])
    })

    it('says how its first look ended', async () => {
      for (const post of [testPost(), furnishedPost()]) {
        const running = source.create(post)
        // What only hears has nothing to look at.
        if (running.hear === undefined) await firstLook(post)
        for (const state of post.notes) expect(SOURCE_STATES).toHaveProperty(state)
        await running.close()
      }
    })

    it.each(GARBAGE)('does not fail when it hears %s', async (_, said) => {
      const post = testPost()
      const running = source.create(post)
      running.hear?.(said)
      await post.clock.advance(1_000)
      await running.close()
      expect(post.told).toEqual([])
    })

    it('tells what is its own, of a time that has been', async () => {
      const post = furnishedPost()
      await live(post, furnished.heard[source.id])
      expect(post.told.flatMap(({ readings }) => readings).length).toBeGreaterThan(0)
      for (const observation of post.told) {
        expect(observation.source).toBe(source.id)
        expect(observation.observedAt).toBeLessThanOrEqual(post.clock.now())
        for (const reading of observation.readings) expect(reading.source).toBe(source.id)
      }
    })

    it('keeps only what a file can, and goes on from it', async () => {
      const post = furnishedPost()
      await live(post, furnished.heard[source.id])
      expect(post.told.length).toBeGreaterThan(0)
      for (const kept of post.keeps) expect(JSON.parse(JSON.stringify(kept))).toEqual(kept)
      await post.clock.advance(10 * MINUTE)
      const again = testPost({ ...furnished.edges, home: post.home, clock: post.clock, kept: post.keeps.at(-1) })
      await live(again, furnished.heard[source.id])
      for (const state of again.notes) expect(SOURCE_STATES[state]).toMatchObject({ failed: false })
    })

    it('says nothing of the person', async () => {
      const post = furnishedPost()
      await live(post, furnished.heard[source.id])
      const said = JSON.stringify([post.told, post.notes, post.keeps, post.facts])
      expect(said).not.toContain(furnished.account)
    })

    it('leaves nothing behind when it is closed', async () => {
      const post = furnishedPost()
      const running = source.create(post)
      await post.clock.advance(1_000)
      await running.close()
      expect(post.clock.waiting).toBe(0)
      const said = () => [post.told, post.notes, post.keeps].map((list) => list.length)
      const before = said()
      furnished.files(post.home)
      mkdirSync(join(post.home, 'more'), { recursive: true })
      writeFileSync(join(post.home, 'more/file'), 'x')
      await turn()
      await post.clock.advance(60 * MINUTE)
      expect(said()).toEqual(before)
    })

    it('can be closed before it has looked', async () => {
      const post = furnishedPost()
      const running = source.create(post)
      await running.close()
      await turn()
      expect(post.clock.waiting).toBe(0)
    })
  })
}
