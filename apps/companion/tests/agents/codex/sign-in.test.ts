import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { readAuth, readCredentials } from '../../../src/agents/codex/quota/auth-file.js'
import { textsIn } from '../../../src/agents/codex/quota/settings-file.js'
import { createSignIn } from '../../../src/agents/codex/quota/sign-in.js'
import { nameless } from '../../../src/agents/nameless.js'
import { START, turn } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { type TestSignInPost, testSignInPost } from '../quota-post.js'
import { tokenOf } from './made-up.js'

const SIGNED_IN = { auth_mode: 'chatgpt', OPENAI_API_KEY: null, tokens: { access_token: 't', account_id: 'acct-a' } }
const CLAIM = 'https://api.openai.com/auth'

function write(folder: string, content: unknown, at?: number): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'auth.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  if (at !== undefined) utimesSync(path, at / 1_000, at / 1_000)
}

describe('auth.json', () => {
  const named = { is: 'signed_in', account: nameless('acct-a') }
  const claims = { [CLAIM]: { chatgpt_account_id: 'acct-a' } }
  const files: [name: string, content: unknown, auth: object][] = [
    ['of a person', SIGNED_IN, named],
    ['of a person, by an older Codex', { tokens: SIGNED_IN.tokens }, named],
    ['whose access token names the account', { tokens: { access_token: tokenOf(claims) } }, named],
    ['whose identity token does', { tokens: { access_token: 't', id_token: tokenOf(claims) } }, named],
    ['that names no account', { tokens: { access_token: 't' } }, { is: 'signed_in', account: undefined }],
    ['with an API key', { OPENAI_API_KEY: 'sk-1', tokens: null }, { is: 'api_key' }],
    [
      'with an API key beside old tokens',
      { ...SIGNED_IN, auth_mode: 'apikey', OPENAI_API_KEY: 'sk-1' },
      { is: 'api_key' },
    ],
    ['of a mode that is spelled otherwise', { ...SIGNED_IN, auth_mode: 'ApiKey' }, { is: 'api_key' }],
    ['with tokens beside an old API key', { ...SIGNED_IN, OPENAI_API_KEY: 'sk-1' }, named],
    ['with no tokens at all', {}, { is: 'api_key' }],
    ['that is half written', '{"tokens":{"acc', { is: 'unreadable' }],
    ['that is empty', '', { is: 'unreadable' }],
    ['that is a list', '[]', { is: 'unreadable' }],
    ['that is far too long', `{"x":"${'x'.repeat(300_000)}"}`, { is: 'unreadable' }],
  ]
  it.each(files)('%s', async (_, content, auth) => {
    const folder = temporaryFolder()
    write(folder, content)
    expect(await readAuth(folder)).toMatchObject(auth)
  })

  it('that is not there is missing', async () => {
    expect(await readAuth(temporaryFolder())).toEqual({ is: 'missing' })
  })

  it('that is being written is read again', async () => {
    const folder = temporaryFolder()
    write(folder, '')
    const reading = readAuth(folder)
    write(folder, SIGNED_IN)
    expect(await reading).toMatchObject(named)
  })

  it('says when its token expires, and nothing of it', async () => {
    const folder = temporaryFolder()
    write(folder, { tokens: { access_token: tokenOf({ exp: 1_800_000_000 }), account_id: 'acct-a' } }, START)
    const { auth, credentials } = await readCredentials(folder)
    expect(credentials).toMatchObject({ accountId: 'acct-a', expiresAt: 1_800_000_000_000 })
    expect(JSON.stringify(auth)).not.toContain(credentials?.token)
  })
})

describe('who is signed in at Codex', () => {
  const account = nameless('acct-a')
  const other = nameless('acct-b')
  const SIGNED_OUT = { OPENAI_API_KEY: 'sk-1', tokens: null }
  const OTHER = { tokens: { access_token: 't', account_id: 'acct-b' } }
  const DAY_AGO = START - 86_400_000
  const WRITTEN = START - 5_000
  const kept = (id: string | null) => ({ account: id, since: DAY_AGO })

  function begin(folder: string, edges: Parameters<typeof testSignInPost>[0] = {}) {
    const post = testSignInPost({ env: { HOME: '/nowhere', CODEX_HOME: folder }, ...edges })
    const running = createSignIn(post)
    onTestFinished(() => running.close())
    return { post, running }
  }

  /** Waits until so much was told, and for whatever else may come of the same look. */
  async function told({ accounts, clock }: TestSignInPost, times: number): Promise<void> {
    const holds = async () => {
      await clock.advance(20)
      return accounts.length >= times
    }
    await waitUntil(`${times} told`, holds, { every: 5, saw: () => accounts })
    await reads()
  }

  /** Whoever reads a few files has read them after as many reads of ours. */
  async function reads(): Promise<void> {
    for (let read = 0; read < 30; read += 1) await stat('/')
    await turn()
  }

  const starts: [name: string, kept: unknown, content: unknown, told: [string | null, number][]][] = [
    ['is told at first sight, of all that was', undefined, SIGNED_IN, [[account, 0]]],
    ['is told again over a restart', kept(account), SIGNED_IN, [[account, DAY_AGO]]],
    [
      'is told as of when the file was written',
      kept(other),
      SIGNED_IN,
      [
        [other, DAY_AGO],
        [account, WRITTEN],
      ],
    ],
    [
      'is told after nobody was',
      kept(null),
      SIGNED_IN,
      [
        [null, DAY_AGO],
        [account, WRITTEN],
      ],
    ],
    ['is not told to be nobody where nobody was known', undefined, SIGNED_OUT, []],
    [
      'is nobody where somebody was',
      kept(account),
      SIGNED_OUT,
      [
        [account, DAY_AGO],
        [null, WRITTEN],
      ],
    ],
    ['is nobody still', kept(null), SIGNED_OUT, [[null, DAY_AGO]]],
    [
      'is nobody where the file is gone',
      kept(account),
      undefined,
      [
        [account, DAY_AGO],
        [null, START],
      ],
    ],
    ['is not told where the file was never there', undefined, undefined, []],
    ['stays while the file is half written', kept(account), '{"tok', [[account, DAY_AGO]]],
    ['stays where the file names nobody', kept(account), { tokens: { access_token: 't' } }, [[account, DAY_AGO]]],
    ['is told where what was kept is not understood', { account: 7 }, SIGNED_IN, [[account, 0]]],
    [
      'is not of a time to come where the clock was set back',
      { account, since: START + 1 },
      SIGNED_IN,
      [[account, START]],
    ],
  ]
  it.each(starts)('%s', async (_, before, content, expected) => {
    const folder = temporaryFolder()
    if (content !== undefined) write(folder, content, WRITTEN)
    const { post } = begin(folder, { kept: before })
    await waitUntil('all that is told', () => post.accounts.length >= expected.length, { every: 1 })
    await reads()
    expect(post.accounts.map(({ id, since }) => [id, since])).toEqual(expected)
  })

  it('is told of as of now where it changes while somebody looks', async () => {
    const folder = temporaryFolder()
    const { post } = begin(folder)
    await reads()
    write(folder, SIGNED_IN)
    await told(post, 1)
    await post.clock.advance(30_000)
    const changedAt = post.clock.now()
    write(folder, OTHER, WRITTEN)
    await told(post, 2)
    const goneAt = post.clock.now()
    rmSync(join(folder, 'auth.json'))
    await told(post, 3)
    expect(post.accounts.map(({ id }) => id)).toEqual([account, other, null])
    const [first, second, third] = post.accounts.map(({ since }) => since)
    expect(first).toBe(0)
    for (const [since, from] of [
      [second, changedAt],
      [third, goneAt],
    ]) {
      expect(since).toBeGreaterThanOrEqual(from ?? 0)
      expect(since).toBeLessThan((from ?? 0) + 20_000)
    }
    expect(post.keeps).toEqual(post.accounts.map(({ id, since }) => ({ account: id, since })))
  })

  it('is told soon where Codex comes up later', async () => {
    const folder = join(temporaryFolder(), 'codex')
    const { post } = begin(folder)
    await reads()
    write(folder, SIGNED_IN)
    await told(post, 1)
    expect(post.accounts).toEqual([{ id: account, since: 0 }])
    expect(post.clock.now() - START).toBeLessThan(20_000)
  })

  it('is unknown where Codex keeps it in a key ring', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.toml'), 'cli_auth_credentials_store = "keyring"\n')
    const { post } = begin(folder, { kept: kept(account) })
    await reads()
    expect(post.accounts.map(({ id }) => id)).toEqual([account])
    writeFileSync(join(folder, 'config.toml'), 'cli_auth_credentials_store = "file"\n')
    await told(post, 2)
    expect(post.accounts.map(({ id }) => id)).toEqual([account, null])
  })
})

describe('the settings of Codex', () => {
  const settings: [name: string, toml: string, base: string | undefined][] = [
    ['plain', 'chatgpt_base_url = "https://a/backend-api"', 'https://a/backend-api'],
    ['in single quotes', "chatgpt_base_url='https://a'", 'https://a'],
    ['with a remark and a carriage return', 'x = 1\r\n  chatgpt_base_url = "https://a" # mine\r\n', 'https://a'],
    ['with a quoted key', '"chatgpt_base_url" = "https://a"', 'https://a'],
    ['with an escape', 'chatgpt_base_url = "https://a\\u002fb"', 'https://a/b'],
    ['in a remark', '# chatgpt_base_url = "https://a"', undefined],
    ['in a table', '[profiles.x]\nchatgpt_base_url = "https://a"', undefined],
    ['that is no text', 'chatgpt_base_url = 7', undefined],
    ['of another name', 'my_chatgpt_base_url = "https://a"', undefined],
  ]
  it.each(settings)('%s', (_, toml, base) => {
    expect(textsIn(toml).get('chatgpt_base_url')).toBe(base)
  })
})
