import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AWAY, FAR, paired } from './paired.js'
import { type Stage, stage, temporaryFolder } from './stage.js'

const FILES: Record<string, string> = {
  'index.html': '<!doctype html><title>codexbar</title>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{}',
  'assets/main-3f2a.js': 'console.log(1)',
  'assets/main-9c1b.css': 'body{}',
  'assets/sans-77aa.woff2': 'font',
  'notes.md': 'not for anyone',
}

/** A companion that serves a built page. */
function served(options: Parameters<typeof stage>[0] = {}): Stage {
  const folder = temporaryFolder()
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(web, name), text)
  writeFileSync(join(folder, 'secret.html'), 'secret')
  symlinkSync(join(folder, 'secret.html'), join(web, 'linked.html'))
  return stage({ ...options, web })
}

describe('the page', () => {
  const types: [path: string, type: string][] = [
    ['/', 'text/html; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/assets/main-3f2a.js', 'text/javascript; charset=utf-8'],
    ['/assets/main-9c1b.css', 'text/css; charset=utf-8'],
    ['/assets/sans-77aa.woff2', 'font/woff2'],
  ]
  it.each(types)('%s is %s, with what keeps others out', async (path, type) => {
    const { status, headers } = await served().get(path)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; img-src 'self' data:; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is looked for anew each time, and what has a hash in its name never', async () => {
    const companion = served()
    const page = await companion.get('/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await page.text()).toBe(FILES['index.html'])
    const etag = page.headers.get('etag') ?? ''
    const again = await companion.get('/', { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('content-length')]).toEqual([304, '', '0'])
    expect((await companion.get('/', { 'if-none-match': '"other"' })).status).toBe(200)
    const asset = await companion.get('/assets/main-3f2a.js')
    expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable')
  })

  it('may be asked for without its body', async () => {
    const head = await served().app.request('/', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ])
  })

  it.each([
    '/index.htm',
    '/notes.md',
    '/linked.html',
    '/assets',
    '/assets/',
    '/../secret.html',
    '/assets/../../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/assets/..%2f..%2fsecret.html',
    '/..\\secret.html',
    '//etc/passwd',
    '/%00',
    '/__proto__',
    '/constructor',
  ])('serves nothing at %s', async (path) => {
    const answer = await served().get(path)
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ error: 'not_found' })])
  })

  it('is not to be changed', async () => {
    expect((await served().post('/', {})).status).toBe(404)
  })
})

describe('the page from elsewhere', () => {
  it('needs the cookie, and says how to get it', async () => {
    const companion = served(AWAY)
    const refused = await companion.get('/', FAR)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await refused.text()).toContain('pnpm codexbar pair browser')
    expect((await companion.get('/assets/main-3f2a.js', FAR)).status).toBe(401)
    const entered = await companion.get(companion.link(), FAR)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    for (const path of ['/', '/assets/main-3f2a.js']) {
      expect((await companion.get(path, { ...FAR, cookie })).status).toBe(200)
    }
  })

  it('is asked for again, once, by who may have come from another site', async () => {
    const companion = served(AWAY)
    const visits: [path: string, headers: Record<string, string>, goesOn: string | null][] = [
      // Over plain HTTP a browser does not say where it comes from.
      ['/', {}, '0; url=/?again'],
      ['/?again', {}, null],
      ['/', { 'sec-fetch-site': 'cross-site' }, '0; url=/?again'],
      ['/?again', { 'sec-fetch-site': 'cross-site' }, null],
      ['/?again', { 'sec-fetch-site': 'same-origin' }, null],
      // Who comes from here, or from nowhere, showed every cookie there is.
      ['/', { 'sec-fetch-site': 'same-origin' }, null],
      ['/', { 'sec-fetch-site': 'same-site' }, null],
      ['/', { 'sec-fetch-site': 'none' }, null],
    ]
    for (const [path, headers, goesOn] of visits) {
      const answer = await companion.get(path, { ...FAR, ...headers })
      expect([path, headers, answer.status, answer.headers.get('refresh')]).toEqual([path, headers, 401, goesOn])
      expect(await answer.text()).toContain('<a href="/">')
    }
    const { token } = await paired(companion, 'browser')
    const [name = ''] = (await companion.get(companion.link(), FAR)).headers.get('set-cookie')?.split('=') ?? []
    const again = await companion.get('/?again', { ...FAR, cookie: `${name}=${token}` })
    expect([again.status, again.headers.get('refresh'), await again.text()]).toEqual([200, null, FILES['index.html']])
  })

  it('is shown to no other name', async () => {
    const companion = served(AWAY)
    const { headers } = await paired(companion, 'browser')
    expect((await companion.get('/', { ...headers, host: 'evil.example' })).status).toBe(403)
  })
})

describe('a page that was not built', () => {
  it.each([
    ['no folder is known', () => stage()],
    ['the folder is missing', () => stage({ web: join(temporaryFolder(), 'web') })],
    ['the folder is empty', () => stage({ web: temporaryFolder() })],
  ])('says how to build it when %s', async (_, made) => {
    const answer = await made().get('/')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('pnpm build')
  })
})
