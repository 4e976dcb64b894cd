import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MadeTokenSchema, type TokenKind, type Tokens, TokensSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { START, turn } from './clock.js'
import { AWAY, adminOf, FAR, paired, revoke, type Shown } from './paired.js'
import { type Stage, stage, temporaryFolder } from './stage.js'
import { tagOf } from './tag-of.js'

const DAY = 24 * 3_600_000
const STARTED = START / 1000

async function list(companion: Stage): Promise<Tokens['tokens']> {
  const answer = await companion.get('/v1/tokens', adminOf(companion))
  return v.parse(v.strictObject(TokensSchema.entries), await answer.json()).tokens
}

/** Makes it impossible to write the file of tokens, also for root. */
function block(home: string): void {
  rmSync(join(home, 'tokens.json'), { force: true })
  mkdirSync(join(home, 'tokens.json'))
}

describe('a token', () => {
  it('is made for a device, kept by its hash and said once', async () => {
    const companion = stage()
    const answer = await companion.post('/v1/tokens', { name: 'desk', kind: 'device' }, adminOf(companion))
    expect(answer.status).toBe(201)
    const { id, token } = v.parse(MadeTokenSchema, await answer.json())
    const path = join(companion.home, 'tokens.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const kept = readFileSync(path, 'utf8')
    expect(kept).toContain(id)
    expect(kept).not.toContain(token)
    expect(await list(companion)).toEqual([
      { id, name: 'desk', kind: 'device', scopes: ['read', 'acknowledge'], created_at: STARTED },
    ])
    expect(companion.facts.join()).not.toContain(token)
  })

  const kinds: [kind: TokenKind, scopes: string[]][] = [
    ['device', ['read', 'acknowledge']],
    ['browser', ['read', 'acknowledge', 'answer']],
  ]
  it.each(kinds)('of a %s allows %j', async (kind, scopes) => {
    const companion = stage()
    await paired(companion, kind)
    expect((await list(companion))[0]?.scopes).toEqual(scopes)
  })

  it('counts after a restart', async () => {
    const companion = stage(AWAY)
    const { headers } = await paired(companion)
    const again = await companion.restart()
    expect((await again.get('/status', { ...FAR, ...headers })).status).toBe(200)
  })

  const wrong: [body: unknown, says: string][] = [
    [{ kind: 'device' }, 'name'],
    [{ name: '', kind: 'device' }, 'name'],
    [{ name: '\u202e\u0007', kind: 'device' }, 'name'],
    [{ name: 'x'.repeat(65), kind: 'device' }, 'name'],
    [{ name: 'x', kind: 'admin' }, 'kind'],
    [[], 'name'],
    ['{', 'JSON'],
  ]
  it.each(wrong)('of %j is not made', async (body, says) => {
    const companion = stage()
    const answer = await companion.post('/v1/tokens', body, adminOf(companion))
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toContain(says)
    expect(await list(companion)).toEqual([])
  })

  it('of a name that is too large to be read is refused', async () => {
    const companion = stage()
    const body = { name: 'x'.repeat(5000), kind: 'device' }
    expect((await companion.post('/v1/tokens', body, adminOf(companion))).status).toBe(413)
  })

  it('is one of a hundred at most', async () => {
    const companion = stage()
    const first = await paired(companion)
    for (let made = 1; made < 100; made += 1) await paired(companion)
    const next = () => companion.post('/v1/tokens', { name: 'one more', kind: 'device' }, adminOf(companion))
    const refused = await next()
    expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ error: 'limit_reached' })])
    await first.revoke()
    expect((await next()).status).toBe(201)
  })

  it('that was used says so to the day, and is written once a day', async () => {
    const companion = stage(AWAY)
    const { headers } = await paired(companion)
    const use = async () => {
      expect((await companion.get('/status', { ...FAR, ...headers })).status).toBe(200)
      await companion.clock.advance(2000)
    }
    const written = () => statSync(join(companion.home, 'tokens.json')).ino
    await use()
    expect((await list(companion))[0]?.used_at).toBe(STARTED)
    const once = written()
    await companion.clock.advance(DAY / 2)
    await use()
    expect([(await list(companion))[0]?.used_at, written()]).toEqual([STARTED, once])
    await companion.clock.advance(DAY / 2)
    await use()
    expect((await list(companion))[0]?.used_at).toBeGreaterThan(STARTED)
    expect(written()).not.toBe(once)
  })

  it('that was used is let in though that cannot be noted', async () => {
    const companion = stage(AWAY)
    const { headers } = await paired(companion)
    block(companion.home)
    for (const _ of [1, 2]) {
      expect((await companion.get('/status', { ...FAR, ...headers })).status).toBe(200)
      await companion.clock.advance(2000)
    }
  })

  it('of a browser is over when its cookie is', async () => {
    const companion = stage(AWAY)
    const browser = await paired(companion, 'browser')
    const device = await paired(companion)
    const status = async ({ headers }: { headers: Shown }) =>
      (await companion.get('/status', { ...FAR, ...headers })).status
    await companion.clock.advance(180 * DAY - 1000)
    expect([await status(browser), await status(device)]).toEqual([200, 200])
    await companion.clock.advance(1000)
    expect([await status(browser), await status(device)]).toEqual([401, 200])
    expect((await list(companion)).map(({ kind }) => kind)).toEqual(['device'])
  })
})

describe('who may do what', () => {
  const EVENT = { provider: 'Claude', event: 'Stop', session_id: 's', cwd: '/a/b' }
  /** The statuses of nobody, a device, a browser and the administrator: on this machine, then from elsewhere. */
  const endpoints: [method: string, path: string, near: number[], far: number[]][] = [
    ['GET', '/status', [200, 200, 200, 200], [401, 200, 200, 200]],
    ['GET', '/usage', [200, 200, 200, 200], [401, 200, 200, 200]],
    ['GET', '/health', [200, 200, 200, 200], [401, 200, 200, 200]],
    ['GET', '/', [404, 404, 404, 404], [401, 404, 404, 404]],
    ['GET', '/nothing', [404, 404, 404, 404], [401, 404, 404, 404]],
    ['GET', '/v1/sessions', [401, 200, 200, 200], [401, 200, 200, 200]],
    ['HEAD', '/v1/events', [401, 200, 200, 200], [401, 200, 200, 200]],
    ['GET', '/v1/addresses', [401, 200, 200, 200], [401, 200, 200, 200]],
    ['POST', '/attention', [200, 200, 200, 200], [401, 403, 403, 200]],
    ['POST', '/hooks/claude', [400, 400, 400, 400], [401, 403, 403, 400]],
    ['GET', '/v1/tokens', [401, 403, 403, 200], [401, 403, 403, 200]],
    ['POST', '/v1/tokens', [401, 403, 403, 400], [401, 403, 403, 400]],
    ['DELETE', '/v1/tokens/x', [401, 403, 403, 404], [401, 403, 403, 404]],
    ['POST', '/v1/links', [401, 403, 403, 201], [401, 403, 403, 201]],
    ['GET', '/enter/x', [410, 410, 410, 410], [410, 410, 410, 410]],
  ]
  it.each(endpoints)('%s %s', async (method, path, near, far) => {
    const companion = stage(AWAY)
    const headers: Shown[] = [
      {},
      (await paired(companion, 'device')).headers,
      (await paired(companion, 'browser')).headers,
      adminOf(companion),
    ]
    const body = method === 'POST' ? JSON.stringify(EVENT) : null
    const ask = async (more: Shown) => {
      const all = { 'content-type': 'application/json', ...more }
      return (await companion.app.request(path, { method, headers: all, body })).status
    }
    expect(await Promise.all(headers.map(ask))).toEqual(near)
    expect(await Promise.all(headers.map((shown) => ask({ ...FAR, ...shown })))).toEqual(far)
  })
})

describe('a token that is revoked', () => {
  it('is gone, and one that never was is not found', async () => {
    const companion = stage(AWAY)
    const { headers, revoke: take, id } = await paired(companion)
    expect((await take()).status).toBe(200)
    expect((await companion.get('/status', { ...FAR, ...headers })).status).toBe(401)
    expect(await list(companion)).toEqual([])
    expect((await revoke(companion, id)).status).toBe(404)
    const again = await companion.restart()
    expect((await again.get('/status', { ...FAR, ...headers })).status).toBe(401)
  })

  it('ends the answer that is held for it, and no other', async () => {
    const companion = stage(AWAY)
    const [one, other] = [await paired(companion), await paired(companion)]
    const etag = await tagOf(companion)
    const hold = (headers: Shown) =>
      companion.get('/status?wait=25', { ...FAR, ...headers, 'if-none-match': etag }).then(({ status }) => status)
    const [held, goesOn] = [hold(one.headers), hold(other.headers)]
    await turn()
    await one.revoke()
    expect(await held).toBe(401)
    await companion.clock.advance(25_000)
    expect(await goesOn).toBe(304)
  })
})

describe('the file of tokens', () => {
  const corrupt: [what: string, text: string][] = [
    ['is cut', '{ "version": 1, "tok'],
    ['is empty', ''],
    ['is of another version', '{ "version": 2, "tokens": [] }'],
    ['is a list', '[]'],
    ['holds no list', '{ "version": 1, "tokens": {} }'],
  ]
  it.each(corrupt)('that %s is set aside, and nobody is let in by it', async (_, text) => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'tokens.json'), text)
    const companion = stage({ home, ...AWAY })
    const aside = readdirSync(home).find((name) => name.startsWith('tokens.json.corrupt-'))
    expect(readFileSync(join(home, aside ?? ''), 'utf8')).toBe(text)
    expect(companion.facts.join()).toContain('set aside')
    expect(await list(companion)).toEqual([])
    const { headers } = await paired(companion)
    expect((await companion.get('/status', { ...FAR, ...headers })).status).toBe(200)
  })

  const ID = '0a1b2c3d'
  const wrong: [what: string, entry: unknown][] = [
    ['a scope that is none', keptWith({ scopes: ['root'] })],
    ['no hash', keptWith({ hash: undefined })],
    ['a hash that is none', keptWith({ hash: 'h' })],
    ['a kind that is none', keptWith({ kind: 'phone' })],
    ['no id', keptWith({ id: '' })],
    ['an id that no terminal should print', keptWith({ id: 'a\u001b[31mb' })],
    ['the id of another', keptWith({ id: ID, hash: hashOf('twin') })],
    ['the hash of another', keptWith({ hash: hashOf('one') })],
    ['no name', keptWith({ name: '' })],
    ['a time that is no whole second', keptWith({ created_at: 1.5 })],
    ['a time before there were any', keptWith({ created_at: -1 })],
    ['a use that is no whole second', keptWith({ used_at: 0.1 })],
    ['nothing', null],
  ]
  it.each(wrong)('loses an entry with %s, and no other', async (_, entry) => {
    const companion = withTokens([keptWith({ id: ID, hash: hashOf('one') }), entry, keptWith({ hash: hashOf('two') })])
    expect((await list(companion)).map(({ id }) => id)).toEqual([ID, 'a'])
    for (const token of ['one', 'two']) {
      const headers = { ...FAR, authorization: `Bearer ${token}` }
      expect((await companion.get('/status', headers)).status).toBe(200)
    }
    expect(companion.facts.join()).toContain('1 entry of')
    expect(readdirSync(companion.home).filter((name) => name.includes('corrupt'))).toEqual([])
  })

  it('loses a time that is no number, and no other entry', async () => {
    const text = JSON.stringify({ version: 1, tokens: [keptWith({ created_at: 7 }), keptWith({ id: ID })] })
    const home = temporaryFolder()
    writeFileSync(join(home, 'tokens.json'), text.replace('"created_at":7', '"created_at":1e999'))
    expect((await list(stage({ home, ...AWAY }))).map(({ id }) => id)).toEqual([ID])
  })

  it('may begin with a byte order mark', async () => {
    const companion = withTokens([keptWith({ id: ID })], '\ufeff')
    expect((await list(companion)).map(({ id }) => id)).toEqual([ID])
  })

  it('that cannot be written changes nothing', async () => {
    const companion = stage(AWAY)
    const { id, headers } = await paired(companion)
    block(companion.home)
    const made = await companion.post('/v1/tokens', { name: 'x', kind: 'device' }, adminOf(companion))
    expect([made.status, await made.json()]).toEqual([503, expect.objectContaining({ error: 'not_stored' })])
    expect((await revoke(companion, id)).status).toBe(503)
    expect((await list(companion)).map((token) => token.id)).toEqual([id])
    expect((await companion.get('/status', { ...FAR, ...headers })).status).toBe(200)
    expect(readdirSync(companion.home).filter((name) => name.endsWith('.tmp'))).toEqual([])
    rmSync(join(companion.home, 'tokens.json'), { recursive: true })
    expect((await revoke(companion, id)).status).toBe(200)
  })

  /** A companion that was started while the file could not be read, and what makes it readable again. */
  async function unreadable() {
    const home = temporaryFolder()
    const before = stage({ home, ...AWAY })
    const { headers, id } = await paired(before)
    await before.close()
    const path = join(home, 'tokens.json')
    const text = readFileSync(path, 'utf8')
    block(home)
    const companion = stage({ home, ...AWAY })
    const mend = () => {
      rmSync(path, { recursive: true })
      writeFileSync(path, text)
      chmodSync(path, 0o600)
    }
    return { companion, mend, headers: { ...FAR, ...headers }, id }
  }

  it('that cannot be read is not written over, and read once it can be', async () => {
    const { companion, mend, headers } = await unreadable()
    const make = () => companion.post('/v1/tokens', { name: 'x', kind: 'device' }, adminOf(companion))
    expect((await make()).status).toBe(503)
    mend()
    expect((await make()).status).toBe(201)
    expect((await companion.get('/status', headers)).status).toBe(200)
  })

  it('that cannot be read is no empty list, and says so', async () => {
    const { companion, mend, id } = await unreadable()
    const asks = [
      () => companion.get('/v1/tokens', adminOf(companion)),
      () => companion.post('/v1/tokens', { name: 'x', kind: 'device' }, adminOf(companion)),
      () => revoke(companion, id),
    ]
    for (const ask of asks) {
      const answer = await ask()
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { ok: false, error: 'not_stored', message: expect.stringContaining('cannot be read') },
      ])
    }
    const page = await companion.get(companion.link(), FAR)
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('cannot read or write')])
    mend()
    expect((await list(companion)).map((token) => token.id)).toEqual([id])
  })

  it('that can be read again lets in who was paired, a second later at most', async () => {
    const { companion, mend, headers } = await unreadable()
    const status = async () => (await companion.get('/status', headers)).status
    expect(await status()).toBe(401)
    mend()
    await companion.clock.advance(1000)
    expect(await status()).toBe(200)
  })

  it('that cannot be read is looked for once a second, and told of once', async () => {
    const { companion, mend, headers } = await unreadable()
    for (let second = 0; second < 5; second += 1) {
      await companion.get('/status', headers)
      await companion.clock.advance(1000)
    }
    expect(companion.facts.filter((fact) => fact.includes('cannot be read'))).toHaveLength(1)
    await companion.get('/status', headers)
    mend()
    expect((await companion.get('/status', headers)).status).toBe(401)
  })
})

function keptWith(more: object): object {
  return { id: 'a', name: 'x', kind: 'device', scopes: ['read'], hash: hashOf('a'), created_at: 1, ...more }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A companion that finds these tokens kept. */
function withTokens(tokens: readonly unknown[], begin = ''): Stage {
  const home = temporaryFolder()
  writeFileSync(join(home, 'tokens.json'), begin + JSON.stringify({ version: 1, tokens }))
  return stage({ home, ...AWAY })
}
