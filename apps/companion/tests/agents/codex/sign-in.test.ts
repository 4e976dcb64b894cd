import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAuth, readCredentials } from '../../../src/agents/codex/quota/auth-file.js'
import { textsIn } from '../../../src/agents/codex/quota/settings-file.js'
import { createSignIn } from '../../../src/agents/codex/quota/sign-in.js'
import { nameless } from '../../../src/agents/nameless.js'
import { START } from '../../clock.js'
import { temporaryFolder } from '../../stage.js'
import { testPost } from '../quota-post.js'
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

  it('is marked by what it is, and says when its token expires', async () => {
    const folder = temporaryFolder()
    write(folder, { tokens: { access_token: tokenOf({ exp: 1_800_000_000 }), account_id: 'acct-a' } }, START)
    const { auth, credentials } = await readCredentials(folder)
    expect(credentials).toMatchObject({ accountId: 'acct-a', expiresAt: 1_800_000_000_000 })
    write(folder, SIGNED_IN, START + 1_000)
    expect(await readAuth(folder)).not.toMatchObject({ mark: 'mark' in auth ? auth.mark : '' })
    expect(JSON.stringify(auth)).not.toContain(credentials?.token)
  })
})

describe('who is signed in at Codex', () => {
  const account = nameless('acct-a')
  const other = nameless('acct-b')
  const SIGNED_OUT = { OPENAI_API_KEY: 'sk-1', tokens: null }

  const starts: [name: string, kept: unknown, content: unknown, told: object[]][] = [
    ['is told at first sight, of all that was', undefined, SIGNED_IN, [{ id: account, since: 0 }]],
    ['is not told again over a restart', { account }, SIGNED_IN, []],
    ['is told as of when the file was written', { account: other }, SIGNED_IN, [{ id: account, since: START - 5_000 }]],
    ['is told after nobody was', { account: null }, SIGNED_IN, [{ id: account, since: START - 5_000 }]],
    ['is not told to be nobody where nobody was known', undefined, SIGNED_OUT, []],
    ['is nobody where somebody was', { account }, SIGNED_OUT, [{ id: null, since: START - 5_000 }]],
    ['is nobody once', { account: null }, SIGNED_OUT, []],
    ['is nobody where the file is gone', { account }, undefined, [{ id: null, since: START }]],
    ['is not told where the file was never there', undefined, undefined, []],
    ['is not told while the file is half written', { account }, '{"tok', []],
    ['is not told where the file names nobody', { account }, { tokens: { access_token: 't' } }, []],
    ['is told where what was kept is not understood', { account: 7 }, SIGNED_IN, [{ id: account, since: 0 }]],
  ]
  it.each(starts)('%s', async (_, kept, content, told) => {
    const folder = temporaryFolder()
    if (content !== undefined) write(folder, content, START - 5_000)
    const post = testPost({ kept })
    await createSignIn(post, folder).look()
    expect(post.accounts).toEqual(told)
  })

  it('is told of as of now where it changes while somebody looks', async () => {
    const folder = temporaryFolder()
    const post = testPost()
    const signIn = createSignIn(post, folder)
    write(folder, SIGNED_IN)
    await signIn.look()
    await signIn.look()
    await post.clock.advance(60_000)
    write(folder, { tokens: { access_token: 't', account_id: 'acct-b' } }, START - 5_000)
    await signIn.look()
    await post.clock.advance(60_000)
    rmSync(join(folder, 'auth.json'))
    await signIn.look()
    expect(post.accounts).toEqual([
      { id: account, since: 0 },
      { id: other, since: START + 60_000 },
      { id: null, since: START + 120_000 },
    ])
    expect(post.keeps).toEqual([{ account }, { account: other }, { account: null }])
  })

  it('is unknown where Codex keeps it in a key ring', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.toml'), 'cli_auth_credentials_store = "keyring"\n')
    const post = testPost({ kept: { account } })
    await createSignIn(post, folder).look()
    expect(post.accounts).toEqual([])
  })

  it('is called by no word of the person', async () => {
    const folder = temporaryFolder()
    write(folder, SIGNED_IN)
    const post = testPost()
    await createSignIn(post, folder).look()
    expect(JSON.stringify([post.accounts, post.keeps])).not.toContain('acct-a')
    expect(account).toMatch(/^[0-9a-f]{16}$/)
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
