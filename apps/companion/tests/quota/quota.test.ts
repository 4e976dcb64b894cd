import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ProviderSource, QuotaPost, SignInPost } from '../../src/agents/quota-source.js'
import { observe } from '../../src/core/quota/reading.js'
import { type ConfigInput, checkConfig } from '../../src/shell/config.js'
import { createQuota } from '../../src/shell/quota.js'
import { createClock, type SimulatedClock, START } from '../clock.js'
import { temporaryFolder } from '../stage.js'
import { HOUR, MINUTE } from './readings.js'

/** A quota whose sign-in and two sources of Claude are in our hands; the second is only on where the settings say so. */
function staged(options: { home?: string; clock?: SimulatedClock; config?: ConfigInput; off?: boolean } = {}) {
  const { home = temporaryFolder(), clock = createClock() } = options
  const posts: Record<string, QuotaPost> = {}
  let signIn: SignInPost | undefined
  const heard: unknown[] = []
  const stirred: unknown[] = []
  const facts: string[] = []
  let changes = 0
  let closed = 0
  const say = (fact: string) => void facts.push(fact)
  const source = (id: string, optIn: boolean): ProviderSource => ({
    id,
    what: `the ${id}`,
    provider: 'Claude',
    optIn,
    create(post) {
      posts[id] = post
      const close = () => {
        closed += 1
      }
      return id === 'first'
        ? { hear: (said) => void heard.push(said), stir: (key) => void stirred.push(key), close }
        : { close }
    },
  })
  const quota = createQuota({
    home,
    clock,
    config: checkConfig(options.config ?? {}),
    log: { info: say, warn: say, error: say },
    changed: () => {
      changes += 1
    },
    agents: [
      {
        provider: 'Claude',
        createSignIn(post: SignInPost) {
          signIn = post
          return {
            close: () => {
              closed += 1
            },
          }
        },
      },
    ],
    sources: [source('first', options.off === true), source('second', true)],
  } as unknown as Parameters<typeof createQuota>[0])
  quota.start()
  const tell = (pct: number, id = 'first', at = clock.now()) =>
    posts[id]?.tell(
      observe({ source: id, observedAt: at, whole: [], isProven: true }, [
        { durationSec: 18_000, pct, resetsAt: START + 5 * HOUR },
      ]),
    )
  return {
    quota,
    home,
    clock,
    posts,
    signIn,
    heard,
    stirred,
    facts,
    tell,
    changes: () => changes,
    closed: () => closed,
  }
}

const file = (home: string) => join(home, 'quota-state.json')

describe('the quota', () => {
  it('says what its sources told, and calls when anything differs', () => {
    const { quota, tell, changes } = staged()
    tell(42)
    expect(quota.show('Claude')).toMatchObject({ windows: [{ label: '5h', pct: 42 }], source: 'first', stale: false })
    expect(quota.show('Codex')).toMatchObject({ windows: [], source: null })
    expect(changes()).toBeGreaterThan(0)
  })

  it('calls when a figure is stale, over or forgotten by its age alone', async () => {
    const { tell, clock, changes } = staged()
    tell(42)
    for (const wait of [30 * MINUTE + 1, 5 * HOUR - 30 * MINUTE - 1]) {
      const before = changes()
      await clock.advance(wait - 1)
      expect(changes()).toBe(before)
      await clock.advance(1)
      expect(changes()).toBeGreaterThan(before)
    }
  })

  it('knows nothing of a source that is off', () => {
    expect(Object.keys(staged().posts)).toEqual(['first'])
  })

  it('has the sources that the settings name', () => {
    const { posts } = staged()
    expect(posts).not.toHaveProperty('second')
  })

  it.each(['rate_limited', 'auth_expired', 'challenged', 'unreachable', 'bad_answer'] as const)(
    'keeps its figures when a source is %s, and says so until it is not',
    (state) => {
      const { quota, tell, posts } = staged()
      tell(42)
      posts.first?.note(state, START + MINUTE)
      expect(quota.show('Claude')).toMatchObject({ windows: [{ pct: 42 }], error: state })
      posts.first?.note('ok')
      expect(quota.show('Claude')).not.toHaveProperty('error')
    },
  )

  it.each(['absent', 'empty', 'unheard', 'other_account'] as const)(
    'calls it no error that a source is %s',
    (state) => {
      const { quota, posts } = staged()
      posts.first?.note(state)
      expect(quota.show('Claude')).not.toHaveProperty('error')
    },
  )

  it('reports every reading and how each source stands', () => {
    const { quota, tell, posts } = staged()
    tell(42)
    posts.first?.note('rate_limited', START + HOUR)
    expect(quota.report()).toMatchObject({
      readings: [{ provider: 'Claude', source: 'first', label: '5h', pct: 42, shown: true }],
      sources: [
        { source: 'first', what: 'the first', enabled: true, state: 'rate_limited', next_at: START / 1_000 + 3_600 },
        { source: 'second', enabled: false, state: 'off', looked_at: null },
      ],
    })
  })

  it('hands on what a hook brought, to a source that is there', () => {
    const { quota, heard } = staged()
    expect(quota.hear('Claude', { source: 'first', said: 7 })).toBe(true)
    expect(quota.hear('Claude', { source: 'second', said: 8 })).toBe(false)
    expect(quota.hear('Codex', { source: 'first', said: 9 })).toBe(false)
    expect(heard).toEqual([7])
  })

  it('lets the sources of a provider know that it did something', () => {
    const { quota, stirred } = staged()
    quota.stir('Codex', 'a')
    quota.stir('Claude', 'b')
    expect(stirred).toEqual(['b'])
  })

  it('is that of who is signed in, whoever told it', () => {
    const { quota, tell, clock, signIn, changes } = staged()
    tell(42)
    signIn?.tell('someone', 0)
    expect(quota.show('Claude')).toMatchObject({ windows: [{ pct: 42 }] })
    const before = changes()
    signIn?.tell(null, clock.now())
    expect(quota.show('Claude').windows).toEqual([])
    expect(changes()).toBeGreaterThan(before)
  })

  it('looks who is signed in only where something is read', () => {
    const { posts, signIn } = staged({ off: true })
    expect(posts).toEqual({})
    expect(signIn).toBeUndefined()
    expect(staged().signIn).toBeDefined()
  })

  it('closes every source that runs, and what looks who is signed in', async () => {
    const { quota, closed, clock } = staged()
    await quota.close()
    expect(closed()).toBe(2)
    expect(clock.waiting).toBe(0)
  })
})

describe('what is kept', () => {
  it('outlives a restart, with what the sources kept', async () => {
    const first = staged()
    first.tell(42)
    first.signIn?.tell('someone', START)
    first.posts.first?.keep({ blockedUntil: 7 })
    first.signIn?.keep({ since: 8 })
    await first.clock.advance(HOUR)
    await first.quota.close()
    const second = staged(first)
    expect(second.quota.show('Claude')).toMatchObject({ windows: [{ pct: 42 }], age_sec: 3_600, stale: true })
    expect(second.posts.first?.kept).toEqual({ blockedUntil: 7 })
    expect(second.signIn?.kept).toEqual({ since: 8 })
    second.signIn?.tell('another', second.clock.now())
    expect(second.quota.show('Claude').windows).toEqual([])
  })

  it('is past its reset after a restart, too', async () => {
    const first = staged()
    first.tell(42)
    await first.quota.close()
    await first.clock.advance(6 * HOUR)
    expect(staged(first).quota.show('Claude').windows).toEqual([])
  })

  it('is forgotten where its source is read no more', async () => {
    const first = staged()
    first.tell(42)
    await first.quota.close()
    expect(staged(first).quota.show('Claude').windows).toHaveLength(1)
    expect(staged({ home: first.home, clock: first.clock, off: true }).quota.show('Claude').windows).toEqual([])
  })

  it('is written at once where a source says so', () => {
    const { home, posts } = staged()
    posts.first?.keep({ blockedUntil: 7 }, 'now')
    expect(readFileSync(file(home), 'utf8')).toContain('blockedUntil')
  })

  it('is written before the close is waited for', () => {
    const { home, tell, quota } = staged()
    tell(42)
    void quota.close()
    expect(readFileSync(file(home), 'utf8')).toContain('42')
  })

  it('is written a second after it changed, for its owner only', async () => {
    const { home, tell, clock } = staged()
    tell(1)
    tell(2)
    expect(() => statSync(file(home))).toThrow()
    await clock.advance(1_000)
    expect(JSON.parse(readFileSync(file(home), 'utf8'))).toMatchObject({ version: 1 })
    expect(statSync(file(home)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['cut', '{"version":1,"prov', 'not JSON'],
    ['of another version', '{"version":9}', 'not a quota state'],
    ['a list', '[]', 'not a quota state'],
  ])('costs nothing but itself when it is %s', (_, text, why) => {
    const home = temporaryFolder()
    writeFileSync(file(home), text)
    const { quota, facts, tell } = staged({ home })
    expect(quota.show('Claude').windows).toEqual([])
    expect(facts.join()).toContain(why)
    tell(3)
    expect(quota.show('Claude').windows).toHaveLength(1)
  })

  it.each([
    ['windows of another shape', { account: null, held: 7, latest: {} }],
    ['a figure that is a text', { held: { '': { ':18000': { pct: 'x' } } }, latest: {} }],
    ['nothing', undefined],
  ])('loses one provider by %s', (_, broken) => {
    const home = temporaryFolder()
    writeFileSync(file(home), JSON.stringify({ version: 1, providers: { Claude: broken }, sources: { first: 5 } }))
    const { quota, posts } = staged({ home })
    expect(quota.show('Claude').windows).toEqual([])
    expect(posts.first?.kept).toBe(5)
  })

  it('is tried again where it cannot be written, said once', async () => {
    const { home, tell, clock, facts } = staged({ home: join(temporaryFolder(), 'missing') })
    tell(1)
    await clock.advance(1_000)
    await clock.advance(2 * MINUTE)
    expect(facts.filter((fact) => fact.includes('cannot be written'))).toHaveLength(1)
    expect(home).toContain('missing')
  })
})
