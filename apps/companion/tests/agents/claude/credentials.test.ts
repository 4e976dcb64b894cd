import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { credentialsIn, readCredentials } from '../../../src/agents/claude/quota/credentials.js'
import { keychainService } from '../../../src/agents/claude/quota/keychain.js'
import { checkConfig } from '../../../src/shell/config.js'
import { START } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { testPost } from '../quota-post.js'
import { recorded } from './recorded.js'

const TOKEN = 'sk-ant-oat01-a-secret'
const stored = (oauth: unknown, more = {}) => JSON.stringify({ claudeAiOauth: oauth, ...more })
const good = stored({
  accessToken: TOKEN,
  refreshToken: 'sk-ant-ort01',
  expiresAt: START + 1,
  scopes: ['user:profile'],
})

describe('a stored secret', () => {
  it.each<[name: string, secret: string, found: string]>([
    ['as it is recorded', JSON.stringify(recorded('credentials')), 'auth_expired'],
    ['that is good', good, TOKEN],
    ['that never ends', stored({ accessToken: TOKEN, expiresAt: null }), TOKEN],
    ['that does not say its scopes', stored({ accessToken: TOKEN, scopes: [] }), TOKEN],
    ['that ends in a text', stored({ accessToken: TOKEN, expiresAt: `${START - 1}` }), 'auth_expired'],
    ['that ended', stored({ accessToken: TOKEN, expiresAt: START }), 'auth_expired'],
    ['that ended at 0', stored({ accessToken: TOKEN, expiresAt: 0 }), 'auth_expired'],
    ['after a logout', stored({ accessToken: '', refreshToken: '', expiresAt: 0 }), 'no_credentials'],
    ['of other servers only', JSON.stringify({ mcpOAuth: { x: { accessToken: 'other' } } }), 'no_credentials'],
    ['that is null', stored(null), 'no_credentials'],
    ['whose token is no text', stored({ accessToken: 7 }), 'no_credentials'],
    ['whose token cannot be sent', stored({ accessToken: 'a\r\nx: y' }), 'auth_expired'],
    ['that may only ask for answers', stored({ accessToken: TOKEN, scopes: ['user:inference'] }), 'scope_missing'],
    ['that is cut', good.slice(0, -9), 'unreadable'],
    ['that is empty', '', 'unreadable'],
    ['that is a list', '[]', 'unreadable'],
  ])('%s', (_, secret, found) => {
    const read = credentialsIn(secret, START)
    expect('missing' in read ? read.missing : read.value).toBe(found)
  })

  it('has a mark that says nothing of it', () => {
    const read = credentialsIn(good, START)
    expect('mark' in read && read.mark).toMatch(/^[\da-f]{16}$/)
  })
})

describe('credentials', () => {
  /** Returns a home with secret files in folders, and what is read there. */
  async function read(files: Record<string, string>, env: Record<string, string> = {}, claude_dir?: string) {
    const home = temporaryFolder()
    for (const [folder, text] of Object.entries(files)) {
      mkdirSync(join(home, folder), { recursive: true })
      writeFileSync(join(home, folder, '.credentials.json'), text)
    }
    const inHome = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, key.endsWith('_DIR') ? join(home, value) : value]),
    )
    const config = checkConfig(claude_dir === undefined ? {} : { claude_dir: join(home, claude_dir) })
    const found = await readCredentials(testPost({ home, env: { HOME: home, ...inHome }, config }), 'linux')
    return 'missing' in found ? found.missing : found.value
  }
  const of = (token: string) => stored({ accessToken: token })

  it.each<
    [name: string, files: Record<string, string>, env: Record<string, string>, dir: string | undefined, found: string]
  >([
    ['of the home', { '.claude': of('home') }, {}, undefined, 'home'],
    [
      'of CLAUDE_CONFIG_DIR',
      { '.claude': of('home'), work: of('work') },
      { CLAUDE_CONFIG_DIR: 'work' },
      undefined,
      'work',
    ],
    ['of the settings', { '.claude': of('home'), work: of('work') }, {}, 'work', 'work'],
    [
      'of the folder for secrets',
      { work: of('work'), secure: of('secure') },
      { CLAUDE_CONFIG_DIR: 'work', CLAUDE_SECURESTORAGE_CONFIG_DIR: 'secure' },
      undefined,
      'secure',
    ],
    ['that are not there', {}, {}, undefined, 'no_credentials'],
    ['of the environment', {}, { CLAUDE_CODE_OAUTH_TOKEN: 'given' }, undefined, 'given'],
    [
      'that are stored, before those of the environment',
      { '.claude': of('home') },
      { CLAUDE_CODE_OAUTH_TOKEN: 'given' },
      undefined,
      'home',
    ],
    ['of the environment that cannot be sent', {}, { CLAUDE_CODE_OAUTH_TOKEN: 'a b' }, undefined, 'no_credentials'],
  ])('%s', async (_, files, env, dir, found) => {
    expect(await read(files, env, dir)).toBe(found)
  })

  it('in a file without an end are not read', async () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude/.credentials.json'), '')
    truncateSync(join(home, '.claude/.credentials.json'), 2 * 1024 * 1024)
    expect(await readCredentials(testPost({ home }), 'linux')).toEqual({ missing: 'unreadable' })
  })

  it('are only read', async () => {
    const home = temporaryFolder()
    const path = join(home, '.claude/.credentials.json')
    mkdirSync(join(home, '.claude'))
    writeFileSync(path, good)
    chmodSync(path, 0o400)
    const before = statSync(path)
    await readCredentials(testPost({ home }), 'linux')
    expect([readFileSync(path, 'utf8'), statSync(path).mtimeMs]).toEqual([good, before.mtimeMs])
  })
})

describe('the keychain', () => {
  async function read(answer: { code: number; stdout: string }, file?: string) {
    const home = temporaryFolder()
    const calls: (readonly string[])[] = []
    mkdirSync(join(home, '.claude'))
    if (file !== undefined) writeFileSync(join(home, '.claude/.credentials.json'), file)
    const exec = async (program: string, args: readonly string[]) => {
      calls.push([program, ...args])
      return answer
    }
    const found = await readCredentials(testPost({ home, exec, env: { HOME: home, USER: 'u' } }), 'darwin')
    return { calls, found: 'missing' in found ? found.missing : found.value }
  }

  it.each<[name: string, answer: { code: number; stdout: string }, file: string | undefined, found: string]>([
    ['says the secret', { code: 0, stdout: `${good}\n` }, undefined, TOKEN],
    ['says it in hex', { code: 0, stdout: `${Buffer.from(good).toString('hex')}\n` }, undefined, TOKEN],
    [
      'says it in hex with a prefix',
      { code: 0, stdout: `0x${Buffer.from(good).toString('hex').toUpperCase()}` },
      undefined,
      TOKEN,
    ],
    ['comes before the file', { code: 0, stdout: good }, stored({ accessToken: 'file' }), TOKEN],
    ['has none, the file has', { code: 44, stdout: '' }, stored({ accessToken: 'file' }), 'file'],
    ['has none', { code: 44, stdout: '' }, undefined, 'no_credentials'],
    ['cannot be asked', { code: 127, stdout: '' }, undefined, 'no_credentials'],
    ['says nonsense', { code: 0, stdout: 'password has been deleted.' }, undefined, 'unreadable'],
  ])('%s', async (_, answer, file, found) => {
    const read_ = await read(answer, file)
    expect(read_.found).toBe(found)
    expect(read_.calls).toEqual([
      ['/usr/bin/security', 'find-generic-password', '-s', 'Claude Code-credentials', '-a', 'u', '-w'],
    ])
  })

  const marked = (dir: string) =>
    `Claude Code-credentials-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`

  it.each<[name: string, env: Record<string, string>, dir: string | undefined, service: string]>([
    ['none is named', {}, undefined, 'Claude Code-credentials'],
    ['the settings name the usual one', {}, '/h/.claude/', 'Claude Code-credentials'],
    ['the settings name another', {}, '/w', marked('/w')],
    [
      'the settings name the usual one against the environment',
      { CLAUDE_CONFIG_DIR: '/x' },
      '/h/.claude',
      'Claude Code-credentials',
    ],
    ['the settings name another than the environment', { CLAUDE_CONFIG_DIR: '/x' }, '/w', marked('/w')],
    ['the environment names one', { CLAUDE_CONFIG_DIR: '/w' }, undefined, marked('/w')],
    ['the environment names the usual one', { CLAUDE_CONFIG_DIR: '/h/.claude' }, undefined, marked('/h/.claude')],
    ['a name has an accent in two pieces', { CLAUDE_CONFIG_DIR: '/e\u0301' }, undefined, marked('/\u00e9')],
    [
      'secrets have their own',
      { CLAUDE_CONFIG_DIR: '/w', CLAUDE_SECURESTORAGE_CONFIG_DIR: '/s' },
      undefined,
      marked('/s'),
    ],
  ])('calls it by its folder where %s', (_, env, claude_dir, service) => {
    expect(keychainService({ HOME: '/h', ...env }, { claude_dir })).toBe(service)
  })
})
