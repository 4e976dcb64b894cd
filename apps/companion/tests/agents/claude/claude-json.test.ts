import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { claudeJson } from '../../../src/agents/claude/quota/claude-json.js'
import { checkConfig } from '../../../src/shell/config.js'
import { START } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestPost, testPost } from '../quota-post.js'
import { accountOf, type DotClaudeSpec, dotClaudeText, writeDotClaude } from './dot-claude.js'
import { recorded } from './recorded.js'

const MINUTE = 60_000

/** Where a state file may be, by what stands for it in the tables. */
const PLACES = {
  home: '.claude.json',
  decoy: '.claude/.claude.json',
  'old decoy': '.claude/.config.json',
  work: 'work/.claude.json',
  'old work': 'work/.config.json',
} as const

type Files = Partial<Record<keyof typeof PLACES, DotClaudeSpec>>

function furnish(files: Files, home = temporaryFolder()): string {
  for (const [place, spec] of Object.entries(files)) writeDotClaude(join(home, PLACES[place as keyof Files]), spec)
  return home
}

function start(post: TestPost): TestPost {
  const running = claudeJson.create(post)
  onTestFinished(() => running.close())
  return post
}

/** Returns the percent of the five hours of what was told last. */
const lastPct = ({ told }: TestPost) => told.at(-1)?.readings[0]?.pct
const last = <T>(list: readonly T[]) => list.at(-1)

describe('the state file that is read', () => {
  const good: DotClaudeSpec = { account: 'a', cache: {} }
  const older: DotClaudeSpec = { account: 'a', cache: { pct: 7, fetchedAt: START - 9 * MINUTE } }
  const newer: DotClaudeSpec = { account: 'a', cache: { pct: 77, fetchedAt: START - MINUTE } }

  it.each<
    [name: string, files: Files, env: Record<string, string>, config: { claude_dir?: string }, pct: number | undefined]
  >([
    ['is that of the home', { home: good }, {}, {}, 22],
    ['is not a decoy without a cache', { home: good, decoy: { account: 'a' } }, {}, {}, 22],
    ['is not a decoy with an older cache', { home: good, decoy: older }, {}, {}, 22],
    ['is the one whose cache is newer, wherever it is', { home: good, decoy: newer }, {}, {}, 77],
    ['is the one that has a cache', { home: { account: 'a' }, 'old decoy': good }, {}, {}, 22],
    ['is that of CLAUDE_CONFIG_DIR', { home: newer, work: good }, { CLAUDE_CONFIG_DIR: 'work' }, {}, 22],
    ['is an old one of CLAUDE_CONFIG_DIR', { home: newer, 'old work': good }, { CLAUDE_CONFIG_DIR: 'work' }, {}, 22],
    ['is that of the settings', { home: newer, work: good }, {}, { claude_dir: 'work' }, 22],
    [
      'is that of the home where the settings name its folder against the environment',
      { home: { account: 'a', cache: {} }, decoy: { account: 'b' } },
      { CLAUDE_CONFIG_DIR: 'work' },
      { claude_dir: '.claude' },
      22,
    ],
    ['is that of the home where the settings name its folder', { home: good }, {}, { claude_dir: '.claude' }, 22],
    [
      'is in the folder where CLAUDE_CONFIG_DIR names it',
      { home: older, decoy: good },
      { CLAUDE_CONFIG_DIR: '.claude' },
      {},
      22,
    ],
    [
      'is never that of the home where another folder is named',
      { home: newer },
      { CLAUDE_CONFIG_DIR: 'work' },
      {},
      undefined,
    ],
  ])('%s', (_, files, env, config, pct) => {
    const home = furnish(files)
    const dir = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, join(home, value)]))
    const claude_dir = config.claude_dir === undefined ? {} : { claude_dir: join(home, config.claude_dir) }
    const post = start(testPost({ home, env: { HOME: home, ...dir }, config: checkConfig(claude_dir) }))
    expect(lastPct(post)).toBe(pct)
  })

  it('says what is recorded, as of the time it was fetched, before anybody asks', () => {
    const home = temporaryFolder()
    writeFileSync(join(home, '.claude.json'), JSON.stringify(recorded('dot-claude-json')))
    const post = start(testPost({ home }))
    expect(post.notes).toEqual(['ok'])
    expect(post.told).toMatchObject([
      {
        source: 'claude_json',
        observedAt: 1787010875105,
        whole: 'all',
        account: accountOf('00000000-0000-4000-8000-000000000000'),
      },
    ])
    expect(post.told[0]?.readings.map(({ window, pct, isProven }) => [window, pct, isProven])).toEqual([
      [':18000', 22, true],
      [':604800', 19, true],
    ])
  })
})

describe('a look at the state file ends as', () => {
  it.each<[state: string, name: string, files: Files, told: number]>([
    ['ok', 'there is a cache', { home: { account: 'a', cache: {} } }, 1],
    ['ok', 'a cache does not say whose it is', { home: { account: 'a', cache: { account: undefined } } }, 1],
    ['ok', 'nobody is named at all', { home: { cache: { account: undefined } } }, 1],
    ['absent', 'there is no file', {}, 0],
    ['empty', 'there is no cache', { home: { account: 'a' } }, 0],
    [
      'empty',
      'the account has no windows',
      { home: { account: 'a', cache: { body: recorded('oauth-usage.enterprise') } } },
      1,
    ],
    ['other_account', 'the cache is of somebody else', { home: { account: 'a', cache: { account: 'b' } } }, 0],
    [
      'other_account',
      'only a decoy has a cache, of somebody else',
      { home: { account: 'a' }, decoy: { account: 'b', cache: {} } },
      0,
    ],
    ['bad_answer', 'the cache has no time', { home: { account: 'a', cache: { fetchedAt: undefined } } }, 0],
    ['bad_answer', 'the time is none', { home: { account: 'a', cache: { fetchedAt: 'soon' } } }, 0],
    ['bad_answer', 'the body is none', { home: { account: 'a', cache: { body: 'x' } } }, 0],
    ['clock_skew', 'the time is ahead', { home: { account: 'a', cache: { fetchedAt: START + 2 * MINUTE } } }, 0],
  ])('%s where %s', (state, _, files, told) => {
    const post = start(testPost({ home: furnish(files) }))
    expect(post.notes).toEqual([state])
    expect(post.told).toHaveLength(told)
  })

  it('unreadable where it is a folder', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.claude.json'))
    expect(start(testPost({ home })).notes).toEqual(['unreadable'])
  })

  it('unreadable where it has no end', () => {
    const home = furnish({ home: { account: 'a' } })
    truncateSync(join(home, '.claude.json'), 65 * 1024 * 1024)
    expect(start(testPost({ home })).notes).toEqual(['unreadable'])
  })

  it('what it is, through a link', () => {
    const home = furnish({ work: { account: 'a', cache: {} } })
    symlinkSync(join(home, 'work/.claude.json'), join(home, '.claude.json'))
    expect(start(testPost({ home })).notes).toEqual(['ok'])
  })
})

describe('a state file that is written', () => {
  it('is heard of at once', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    await post.clock.advance(MINUTE / 2)
    furnish({ home: { account: 'a', cache: { pct: 30, fetchedAt: START } } }, home)
    await waitUntil('the change', () => lastPct(post) === 30, { every: 1 })
  })

  it('is found when it appears, where nothing tells of it', async () => {
    const home = temporaryFolder()
    const post = start(testPost({ home, env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'work') } }))
    expect(post.notes).toEqual(['absent'])
    furnish({ work: { account: 'a', cache: {} } }, home)
    await post.clock.advance(2 * MINUTE)
    expect(lastPct(post)).toBe(22)
    expect(last(post.notes)).toBe('ok')
  })

  it('is told of once, however often it is read', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    for (let n = 0; n < 5; n += 1) {
      furnish({ home: { account: 'a', cache: {} } }, home)
      await post.clock.advance(MINUTE)
    }
    expect(post.notes.length).toBeGreaterThanOrEqual(5)
    expect(post.told).toHaveLength(1)
  })

  it('keeps what it said while it is cut, at every place', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const path = join(home, '.claude.json')
    const post = start(testPost({ home }))
    const text = readFileSync(path, 'utf8')
    for (const part of [0, 0.25, 0.5, 0.75, 0.99]) {
      writeFileSync(path, text.slice(0, text.length * part))
      await post.clock.advance(1_000)
      writeFileSync(path, dotClaudeText({ account: 'a', cache: { pct: 22 + part, fetchedAt: START + part } }))
      await post.clock.advance(MINUTE)
      expect(last(post.notes)).toBe('ok')
      expect(lastPct(post)).toBe(22 + part)
    }
    expect(post.notes).not.toContain('bad_answer')
    expect(new Set(post.accounts.map(({ id }) => id))).toEqual(new Set([accountOf('a')]))
  })

  it('is read again when it was cut at first, though nothing tells of the rest', async () => {
    const home = temporaryFolder()
    const path = join(home, 'target.json')
    writeFileSync(path, '{"oauthAccount":')
    symlinkSync(path, join(home, '.claude.json'))
    const post = start(testPost({ home }))
    expect(post.notes).toEqual(['bad_answer'])
    writeFileSync(path, dotClaudeText({ account: 'a', cache: {} }))
    await post.clock.advance(1_000)
    expect(last(post.notes)).toBe('ok')
  })

  it('that stays cut is said to be, and costs nothing that is known', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    writeFileSync(join(home, '.claude.json'), '{"oauthAccount":')
    await post.clock.advance(5 * MINUTE)
    expect(last(post.notes)).toBe('bad_answer')
    expect(post.told).toHaveLength(1)
    expect(post.accounts.every(({ id }) => id === accountOf('a'))).toBe(true)
  })

  it('is looked at now and then while it is well', async () => {
    const post = start(testPost({ home: furnish({ home: { account: 'a', cache: {} } }) }))
    await post.clock.advance(10 * MINUTE)
    expect(post.notes.length).toBeGreaterThanOrEqual(10)
    expect(post.notes.length).toBeLessThan(20)
  })
})

describe('who is signed in', () => {
  const [a, b] = [accountOf('a'), accountOf('b')]

  it('always was, when it is seen for the first time', () => {
    expect(start(testPost({ home: furnish({ home: { account: 'a' } }) })).accounts).toEqual([{ id: a, since: 0 }])
  })

  it('is somebody else from when that is seen', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    await post.clock.advance(10 * MINUTE)
    furnish({ home: { account: 'b', cache: { account: 'a' } } }, home)
    await post.clock.advance(MINUTE)
    expect(last(post.accounts)?.id).toBe(b)
    expect(last(post.accounts)?.since).toBeGreaterThanOrEqual(START + 10 * MINUTE)
    expect(last(post.notes)).toBe('other_account')
    expect(post.told).toHaveLength(1)
  })

  it.each<[name: string, kept: unknown, spec: DotClaudeSpec, expected: unknown[]]>([
    ['is the same over a restart', { account: a, since: 7 }, { account: 'a' }, [{ id: a, since: 7 }]],
    ['is another one since the start', { account: a, since: 7 }, { account: 'b' }, [{ id: b, since: START }]],
    ['always was where the file is damaged', { account: 7 }, { account: 'b' }, [{ id: b, since: 0 }]],
    ['is not said where a token is all there is', undefined, {}, []],
  ])('%s', (_, kept, spec, expected) => {
    expect(start(testPost({ home: furnish({ home: spec }), kept })).accounts).toEqual(expected)
  })

  it('is nobody known after signing out, though a decoy names somebody', async () => {
    const home = furnish({ home: { account: 'a', cache: {} }, decoy: { account: 'b' } })
    const post = start(testPost({ home }))
    expect(last(post.accounts)?.id).toBe(a)
    furnish({ home: {} }, home)
    await post.clock.advance(MINUTE)
    const nobody = last(post.accounts)
    expect([a, b, null]).not.toContain(nobody?.id)
    expect(last(post.notes)).toBe('empty')
    const again = start(testPost({ home, kept: last(post.keeps) }))
    expect(last(again.accounts)).toEqual(nobody)
  })

  it('is never said in words', async () => {
    const home = furnish({ home: { account: 'a-uuid', cache: {} } })
    const { told, accounts, keeps, facts } = start(testPost({ home }))
    const text = JSON.stringify([told, accounts, keeps, facts])
    for (const word of ['a-uuid', 'example.org', 'secret-project', 'prompt of']) expect(text).not.toContain(word)
  })

  it('stays known when the file goes', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    rmSync(join(home, '.claude.json'))
    await post.clock.advance(MINUTE)
    expect(last(post.notes)).toBe('absent')
    expect(last(post.accounts)?.id).toBe(a)
  })
})
