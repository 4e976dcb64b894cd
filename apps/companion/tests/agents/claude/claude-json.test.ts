import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
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

  it('unreadable where it is a pipe that nobody writes to', () => {
    const home = temporaryFolder()
    execFileSync('mkfifo', [join(home, '.claude.json')])
    expect(start(testPost({ home })).notes).toEqual(['unreadable'])
  })

  it('unreadable where it has no end', () => {
    const home = furnish({ home: { account: 'a' } })
    truncateSync(join(home, '.claude.json'), 8 * 1024 * 1024 + 1)
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

  it('is heard of at once through a link to another folder', async () => {
    const home = furnish({ work: { account: 'a', cache: {} } })
    symlinkSync(join(home, 'work/.claude.json'), join(home, '.claude.json'))
    const post = start(testPost({ home }))
    await post.clock.advance(MINUTE / 2)
    furnish({ work: { account: 'a', cache: { pct: 30, fetchedAt: START } } }, home)
    await waitUntil('the change', () => lastPct(post) === 30, { every: 1 })
    expect(post.clock.now()).toBe(START + MINUTE / 2)
  })

  it('is heard of at once where the link leads elsewhere by now, under another name', async () => {
    const home = furnish({ work: { account: 'a', cache: {} } })
    const link = join(home, '.claude.json')
    symlinkSync(join(home, 'work/.claude.json'), link)
    const post = start(testPost({ home }))
    mkdirSync(join(home, 'dotfiles'))
    const target = join(home, 'dotfiles/claude')
    writeFileSync(target, dotClaudeText({ account: 'a', cache: { pct: 30, fetchedAt: START } }))
    symlinkSync(target, `${link}.new`)
    renameSync(`${link}.new`, link)
    await waitUntil('the new link', () => lastPct(post) === 30, { every: 1 })
    await post.clock.advance(1_000)
    writeFileSync(target, dotClaudeText({ account: 'a', cache: { pct: 31, fetchedAt: START + 1 } }))
    await waitUntil('the change', () => lastPct(post) === 31, { every: 1 })
  })

  it('may be read again as soon as that is allowed', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const path = join(home, '.claude.json')
    const aside = join(home, 'aside')
    mkdirSync(aside)
    renameSync(path, join(aside, 'x'))
    mkdirSync(path)
    const post = start(testPost({ home }))
    expect(post.notes).toEqual(['unreadable'])
    rmdirSync(path)
    renameSync(join(aside, 'x'), path)
    await post.clock.advance(MINUTE)
    expect(last(post.notes)).toBe('ok')
  })

  it('says nothing by others that are likelier to be decoys while it is cut', () => {
    const home = furnish({ decoy: { account: 'b', cache: {} } })
    writeFileSync(join(home, '.claude.json'), '{"oauthAccount":')
    const post = start(testPost({ home }))
    expect([post.notes, post.told]).toEqual([['bad_answer'], []])
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
  })

  it('is looked at now and then while it is well', async () => {
    const post = start(testPost({ home: furnish({ home: { account: 'a', cache: {} } }) }))
    await post.clock.advance(10 * MINUTE)
    expect(post.notes.length).toBeGreaterThanOrEqual(10)
    expect(post.notes.length).toBeLessThan(20)
  })
})

describe('a state file in whose place another comes', () => {
  it('of somebody else makes the cache that was left one of others', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    await post.clock.advance(10 * MINUTE)
    furnish({ home: { account: 'b', cache: { account: 'a' } } }, home)
    await post.clock.advance(MINUTE)
    expect(last(post.notes)).toBe('other_account')
    expect(post.told).toHaveLength(1)
  })

  it('of nobody leaves no cache, though a decoy names somebody', async () => {
    const home = furnish({ home: { account: 'a', cache: {} }, decoy: { account: 'b' } })
    const post = start(testPost({ home }))
    furnish({ home: {} }, home)
    await post.clock.advance(MINUTE)
    expect(last(post.notes)).toBe('empty')
  })

  it('does not come is said to be gone', async () => {
    const home = furnish({ home: { account: 'a', cache: {} } })
    const post = start(testPost({ home }))
    rmSync(join(home, '.claude.json'))
    await post.clock.advance(MINUTE)
    expect(last(post.notes)).toBe('absent')
    expect(post.told).toHaveLength(1)
  })

  it('costs no word of the person', async () => {
    const { told, keeps, facts } = start(testPost({ home: furnish({ home: { account: 'a-uuid', cache: {} } }) }))
    const text = JSON.stringify([told, keeps, facts])
    for (const word of ['a-uuid', 'example.org', 'secret-project', 'prompt of']) expect(text).not.toContain(word)
  })
})
