import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCurlrc } from '@codexbar/hooks'
import { SCOPES, type Scope } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { type Approach, admit, type Caller, type Needs, rulesFor } from '../src/core/access.js'
import { stage } from './stage.js'

const rules = rulesFor(
  { hosts: ['Desk.Local', '192.168.1.20:4747'], base_url: 'https://bar.example:8443/x', hook_token: 'optional' },
  {
    cookie: 'codexbar',
    bearerOf: (token) => ((SCOPES as readonly string[]).includes(token) ? { scopes: [token as Scope] } : undefined),
    isOwnName: (name) => name === 'own.local',
  },
)
const strict = { ...rules, hookTokenRequired: true }

function verdictOf(approach: Partial<Approach>, needs: Needs = 'open', by = rules): string {
  const verdict: Caller | { error: string } = admit(
    { method: 'GET', host: 'localhost:4747', peer: '127.0.0.1', headers: {}, ...approach },
    by,
    needs,
  )
  return 'error' in verdict ? verdict.error : verdict.isLocal ? 'local' : 'remote'
}

describe('the host', () => {
  const hosts: [host: string, verdict: string][] = [
    ['localhost', 'local'],
    ['LOCALHOST:4747', 'local'],
    ['127.0.0.1', 'local'],
    ['127.0.0.1:47800', 'local'],
    ['127.9.8.7:1', 'local'],
    ['[::1]', 'local'],
    ['[::1]:47800', 'local'],
    ['evil.example', 'forbidden_host'],
    ['evil.example:4747', 'forbidden_host'],
    ['127.0.0.1.evil.example', 'forbidden_host'],
    ['127.0.0.256', 'forbidden_host'],
    ['localhost.evil.example', 'forbidden_host'],
    ['sub.localhost', 'forbidden_host'],
    ['evil-localhost', 'forbidden_host'],
    ['192.168.1.21:4747', 'forbidden_host'],
    ['mymac.local', 'forbidden_host'],
    ['0.0.0.0', 'forbidden_host'],
    ['', 'forbidden_host'],
    ['[::2]', 'forbidden_host'],
    ['localhost@evil.example', 'forbidden_host'],
    ['desk.local', 'unauthorized'],
    ['own.local', 'unauthorized'],
    ['OWN.local:4747', 'unauthorized'],
    ['own.local.evil.example', 'forbidden_host'],
    ['192.168.1.20:4747', 'unauthorized'],
    ['bar.example', 'unauthorized'],
  ]
  it.each(hosts)('%s is %s', (host, verdict) => expect(verdictOf({ host })).toBe(verdict))
})

describe('the peer', () => {
  const peers: [peer: string | undefined, verdict: string][] = [
    [undefined, 'local'],
    ['127.0.0.1', 'local'],
    ['127.3.2.1', 'local'],
    ['::1', 'local'],
    ['::ffff:127.0.0.1', 'local'],
    ['192.168.1.77', 'unauthorized'],
    ['::ffff:192.168.1.77', 'unauthorized'],
    ['fe80::1', 'unauthorized'],
    ['', 'unauthorized'],
  ]
  it.each(peers)('%s is %s', (peer, verdict) => expect(verdictOf({ peer })).toBe(verdict))

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])(
    'behind a proxy that says %s is not local',
    (name) => expect(verdictOf({ headers: { [name]: 'for=127.0.0.1' } })).toBe('unauthorized'),
  )
})

describe('a web page', () => {
  const json = { 'content-type': 'application/json' }
  const pages: [headers: Record<string, string>, verdict: string][] = [
    [{}, 'local'],
    [{ origin: 'http://localhost:4747' }, 'local'],
    [{ origin: 'https://bar.example:8443' }, 'local'],
    [{ origin: 'http://localhost:4747', 'sec-fetch-site': 'same-origin' }, 'local'],
    [{ origin: 'http://localhost:3000' }, 'forbidden_origin'],
    [{ origin: 'http://localhost' }, 'forbidden_origin'],
    [{ origin: 'https://evil.example' }, 'forbidden_origin'],
    [{ origin: 'null' }, 'forbidden_origin'],
    [{ origin: '' }, 'forbidden_origin'],
    [{ origin: 'https://bar.example' }, 'forbidden_origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'forbidden_origin'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4747' }, 'forbidden_origin'],
    [{ 'content-type': 'text/plain' }, 'unsupported_media_type'],
    [{ 'content-type': 'text/plain', origin: 'https://evil.example' }, 'forbidden_origin'],
  ]
  it.each(pages)('that sends %j is %s', (headers, verdict) => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(verdictOf({ method, headers: { ...json, ...headers } }, 'report')).toBe(verdict)
    }
  })
  it('may read what it is not shown', () =>
    expect(verdictOf({ headers: { origin: 'https://evil.example' } })).toBe('local'))
})

describe('a token', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const far = { peer: '192.168.1.77', host: 'desk.local' }
  /** What comes of it on this machine, from elsewhere, and on this machine where hooks need a token. */
  const cases: [needs: Needs, token: string | undefined, near: string, far: string, nearWhenRequired: string][] = [
    ['anyone', undefined, 'local', 'remote', 'local'],
    ['anyone', 'wrong', 'local', 'remote', 'local'],
    ['open', undefined, 'local', 'unauthorized', 'local'],
    ['open', 'wrong', 'local', 'unauthorized', 'local'],
    ['open', 'report', 'local', 'forbidden', 'local'],
    ['open', 'read', 'local', 'remote', 'local'],
    ['open', 'admin', 'local', 'remote', 'local'],
    ['report', undefined, 'local', 'unauthorized', 'unauthorized'],
    ['report', 'wrong', 'local', 'unauthorized', 'unauthorized'],
    ['report', 'report', 'local', 'remote', 'local'],
    ['report', 'read', 'local', 'forbidden', 'forbidden'],
    ['report', 'admin', 'local', 'remote', 'local'],
    ...(['read', 'acknowledge', 'answer', 'admin'] as const).flatMap((needs): typeof cases => [
      [needs, undefined, 'unauthorized', 'unauthorized', 'unauthorized'],
      [needs, 'wrong', 'unauthorized', 'unauthorized', 'unauthorized'],
      [needs, 'report', 'forbidden', 'forbidden', 'forbidden'],
      [needs, needs, 'local', 'remote', 'local'],
      [needs, 'admin', 'local', 'remote', 'local'],
    ]),
    ['answer', 'acknowledge', 'forbidden', 'forbidden', 'forbidden'],
    ['admin', 'answer', 'forbidden', 'forbidden', 'forbidden'],
  ]
  it.each(cases)('to %s, %s, as a bearer and as a cookie', (needs, token, near, away, nearWhenRequired) => {
    const shown = token === undefined ? [{}] : [bearer(token), { cookie: `a=b; codexbar=${token}` }]
    for (const headers of shown) {
      expect(verdictOf({ headers }, needs)).toBe(near)
      expect(verdictOf({ headers, ...far }, needs)).toBe(away)
      expect(verdictOf({ headers }, needs, strict)).toBe(nearWhenRequired)
    }
  })

  const both: [headers: Record<string, string>, verdict: string][] = [
    [{ ...bearer('wrong'), cookie: 'codexbar=admin' }, 'unauthorized'],
    [{ ...bearer('admin'), cookie: 'codexbar=wrong' }, 'local'],
    [{ authorization: 'Basic YTpi', cookie: 'codexbar=admin' }, 'unauthorized'],
    [{ authorization: 'Bearer', cookie: 'codexbar=admin' }, 'unauthorized'],
    [{ authorization: 'Bearer a b', cookie: 'codexbar=admin' }, 'unauthorized'],
    [{ authorization: '', cookie: 'codexbar=admin' }, 'unauthorized'],
    [{ cookie: 'codexbar_2=admin' }, 'unauthorized'],
    [{ cookie: 'xcodexbar=admin' }, 'unauthorized'],
    [{ cookie: 'codexbar' }, 'unauthorized'],
    [{ cookie: 'codexbar=' }, 'unauthorized'],
    [{ cookie: 'codexbar=admin' }, 'local'],
  ]
  it.each(both)('shown as %j is %s', (headers, verdict) => expect(verdictOf({ headers }, 'admin')).toBe(verdict))

  it('in a cookie lets no other page change anything', () => {
    const cookie = 'codexbar=admin'
    const json = { 'content-type': 'application/json', cookie }
    const post = (headers: Record<string, string>) => verdictOf({ method: 'POST', headers, ...far }, 'admin')
    expect(post(json)).toBe('remote')
    expect(post({ ...json, origin: 'http://evil.example' })).toBe('forbidden_origin')
    expect(post({ ...json, 'sec-fetch-site': 'cross-site' })).toBe('forbidden_origin')
    expect(post({ cookie })).toBe('unsupported_media_type')
    expect(post({ cookie, 'content-type': 'text/plain' })).toBe('unsupported_media_type')
  })

  it.each(['admin', 'Basic admin', 'Bearer', 'Bearer admin admin', 'Bearer  '])(
    'is not read from %j',
    (authorization) => {
      expect(verdictOf({ headers: { authorization } }, 'admin')).toBe('unauthorized')
    },
  )
})

describe('a companion', () => {
  const event = { provider: 'Claude', event: 'Stop', session_id: 's1', cwd: '/a/b' }

  it('refuses a foreign page everywhere, and changes nothing', async () => {
    const companion = stage()
    for (const path of ['/attention', '/hooks/claude', '/nothing']) {
      const response = await companion.post(path, event, {
        origin: 'https://evil.example',
        'content-type': 'text/plain',
      })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await companion.status()).providers[0]?.attention.state).toBe('idle')
  })

  it('grants nothing to a preflight', async () => {
    const { app } = stage()
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const response = await app.request('/attention', { method: 'OPTIONS', headers })
    expect(response.status).toBe(403)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('refuses a rebound name on every endpoint', async () => {
    const companion = stage()
    for (const path of ['/status', '/usage', '/health', '/v1/sessions', '/nothing']) {
      const response = await companion.get(path, { host: 'evil.example:4747' })
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ error: 'forbidden_host' }),
      ])
    }
  })

  it('lists sessions to who may read only', async () => {
    const companion = stage()
    const token = readFileSync(join(companion.home, 'token'), 'utf8').trim()
    expect((await companion.get('/v1/sessions')).status).toBe(401)
    expect((await companion.get('/v1/sessions')).headers.get('www-authenticate')).toBe('Bearer')
    expect((await companion.get('/v1/sessions', { authorization: `Bearer ${token}x` })).status).toBe(401)
    expect((await companion.get('/v1/sessions', { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it("takes events with the hooks' token only, where the settings say so", async () => {
    const companion = stage({ config: { hook_token: 'required' } })
    const { token } = await ensureCurlrc({ home: companion.home, url: 'http://127.0.0.1:4747' })
    expect((await companion.post('/attention', event)).status).toBe(401)
    expect((await companion.post('/attention', event, { authorization: 'Bearer wrong' })).status).toBe(401)
    await companion.clock.advance(1000)
    expect((await companion.post('/attention', event, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await companion.get('/v1/sessions', { authorization: `Bearer ${token}` })).status).toBe(403)
    expect((await companion.get('/status')).status).toBe(200)
  })

  it('says no token in its log', async () => {
    const companion = stage()
    const token = readFileSync(join(companion.home, 'token'), 'utf8').trim()
    await companion.get('/v1/sessions', { authorization: `Bearer ${token}` })
    expect(companion.facts.join()).not.toContain(token)
  })
})
