import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { readCurlrc } from '@codexbar/hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../src/server.js'
import { createClock, until } from './clock.js'
import { stage, temporaryFolder } from './stage.js'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const event = JSON.stringify({ provider: 'Claude', event: 'Stop', session_id: 's1', cwd: '/home/u/api' })

async function start(options: Partial<ServerOptions> = {}) {
  const home = options.home ?? temporaryFolder()
  const config = { notify: { enabled: false }, claude_dir: home, ...options.config }
  const started = await startServer({ env: {}, log: quiet, port: 0, ...options, home, config })
  if (started.ok) onTestFinished(() => started.close())
  return started
}

async function running(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const started = await start(options)
  if (!started.ok) throw new Error(started.message)
  return started
}

/** Sends raw bytes and returns all that comes back until the server closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

describe('a server', () => {
  it('answers a device: a date, a tag, and an unchanged answer that ends', async () => {
    const { url, port } = await running()
    const first = await fetch(`${url}/status`)
    const etag = first.headers.get('etag') ?? ''
    expect(Date.parse(first.headers.get('date') ?? '')).toBeGreaterThan(0)
    const get = `GET /status HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nif-none-match: ${etag}\r\nconnection: close\r\n\r\n`
    const answer = await exchange(port, get)
    expect(answer).toMatch(/^HTTP\/1\.1 304 /)
    expect(answer.toLowerCase()).toContain('\r\ncontent-length: 0\r\n')
    expect(answer.toLowerCase().match(/\r\ndate: /g)).toHaveLength(1)
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
  })

  it('answers a held poll when an event comes', async () => {
    const { url } = await running()
    const etag = (await fetch(`${url}/status`)).headers.get('etag') ?? ''
    const poll = fetch(`${url}/status?wait=20`, { headers: { 'if-none-match': etag } })
    await fetch(`${url}/attention`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: event })
    expect((await poll).status).toBe(200)
  })

  it('lets a held poll go when its client hangs up', async () => {
    const clock = createClock()
    const { url, port } = await running({ clock })
    const etag = (await fetch(`${url}/status`)).headers.get('etag') ?? ''
    const timers = clock.waiting
    const poll = request({ port, host: '127.0.0.1', path: '/status?wait=20', headers: { 'if-none-match': etag } })
    poll.on('error', () => undefined).end()
    await until(() => clock.waiting > timers)
    poll.destroy()
    await until(() => clock.waiting === timers)
  })

  it('rings at a real ntfy', async () => {
    const clock = createClock()
    const got: unknown[] = []
    const ntfy = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (chunk) => {
        body += chunk
      })
      incoming.on('end', () => {
        got.push([incoming.method, incoming.headers['content-type'], JSON.parse(body)])
        outgoing.end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(ntfy, 'listening')
    onTestFinished(() => void ntfy.close())
    const server = `http://127.0.0.1:${(ntfy.address() as AddressInfo).port}`
    const { url } = await running({ clock, config: { notify: { ntfy: { server, topic: 'mine' } } } })
    const ask = {
      provider: 'Claude',
      event: 'PermissionRequest',
      session_id: 's1',
      cwd: '/home/u/api',
      tool_name: 'Bash',
    }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/attention`, { method: 'POST', headers, body: JSON.stringify(ask) })
    await clock.advance(500)
    await until(() => got.length > 0)
    const push = {
      topic: 'mine',
      title: 'Claude waiting: api',
      message: 'Permission needed',
      priority: 4,
      tags: ['bell'],
    }
    expect(got).toEqual([['POST', 'application/json', push]])
  })

  it('closes at once, though polls are held on connections that would live on', async () => {
    const clock = createClock()
    const server = await running({ clock })
    const etag = (await fetch(`${server.url}/status`)).headers.get('etag') ?? ''
    const timers = clock.waiting
    const polls = [1, 2, 3].map(() => fetch(`${server.url}/status?wait=20`, { headers: { 'if-none-match': etag } }))
    await until(() => clock.waiting >= timers + polls.length)
    // The clock stands still: nothing is cut off.
    await server.close()
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([304, 304, 304])
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
  })

  it('refuses another name, a large body and a chunked one, and lives on', async () => {
    const { url, port } = await running()
    const status = (headers: Record<string, string>, body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const post = request({ port, host: '127.0.0.1', path: '/attention', method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        post.on('error', reject).end(body)
      })
    const json = { 'content-type': 'application/json' }
    expect(await status({ ...json, host: 'evil.example' }, event)).toBe(403)
    expect(await status({ ...json, 'content-length': '5000000' }, 'x'.repeat(5_000_000))).toBe(413)
    expect(await status({ ...json, 'transfer-encoding': 'chunked' }, 'x'.repeat(300_000))).toBe(413)
    expect(await status({ ...json, 'transfer-encoding': 'chunked' }, event)).toBe(200)
    expect(await status({ ...json, 'x-forwarded-for': '10.0.0.1' }, event)).toBe(401)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  const reports: [name: string, path: string, body: string, headers?: Record<string, string>][] = [
    ['an event', '/attention', event],
    ['an event nobody knows', '/attention', event.replace('Stop', 'Other')],
    ['no JSON', '/attention', '{'],
    ['nothing', '/attention', ''],
    ['a mark before the text', '/attention', `\ufeff${event}`],
    ['an unknown provider', '/attention', '{"provider":"gemini","event":"Stop","cwd":"/a"}'],
    [
      'a wrong type, of a key that is no ASCII',
      '/attention',
      '{"provider":"Claude","event":"Stop","tool_calls":[{"tool_name":7}],"é":1}',
    ],
    ['a foreign page', '/attention', event, { origin: 'https://evil.example' }],
    ['another type', '/attention', event, { 'content-type': 'text/plain' }],
    ['a query', '/attention?x=1', event],
    ['a large body', '/attention', event.replace('Stop', 'x'.repeat(300_000))],
    ['a hook', '/hooks/claude', '{"hook_event_name":"Stop","session_id":"s","cwd":"/a/b"}'],
    [
      'a hook of a large edit',
      '/hooks/claude',
      `{"hook_event_name":"Stop","session_id":"s","cwd":"/a/b","tool_response":"${'é'.repeat(1_000_000)}"}`,
    ],
    ['a hook without an event', '/hooks/codex', '{"session_id":"s","cwd":"/a/b"}'],
    ['a hook of nobody', '/hooks/gemini', '{"hook_event_name":"Stop"}'],
  ]
  it.each(reports)('answers %s as the app does', async (_, path, body, more = {}) => {
    const { url } = await running()
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body }
    const [short, long] = [await fetch(`${url}${path}`, init), await stage().app.request(path, init)]
    expect([short.status, await short.text()]).toEqual([long.status, await long.text()])
    for (const name of ['content-type', 'x-content-type-options'])
      expect(short.headers.get(name)).toBe(long.headers.get(name))
    expect(Number(short.headers.get('content-length'))).toBeGreaterThan(0)
  })

  it("reads the hook's environment on the short way too", async () => {
    const { url } = await running()
    const headers = { 'content-type': 'application/json', 'x-codexbar-project': '/home/u/my-app' }
    const body = '{"hook_event_name":"Stop","session_id":"s","cwd":"/home/u/my-app/packages/web"}'
    await fetch(`${url}/hooks/claude`, { method: 'POST', headers, body })
    expect(await (await fetch(`${url}/status`)).text()).toContain('"my-app"')
  })

  it('outlives a client that hangs up in the middle of a body', async () => {
    const { url, port } = await running()
    const head = `POST /attention HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head, () => socket.destroy()))
      socket.on('close', () => resolve())
    })
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('points the hooks at itself and keeps their token', async () => {
    const home = temporaryFolder()
    const first = await running({ home })
    const target = await readCurlrc(home)
    expect(target?.url).toBe(first.url)
    expect(statSync(join(home, 'hook.curlrc')).mode & 0o777).toBe(0o600)
    await first.close()
    const second = await running({ home })
    expect(await readCurlrc(home)).toEqual({ url: second.url, token: target?.token })
    expect(readFileSync(join(home, 'token'), 'utf8')).not.toContain(target?.token)
  })
})

describe('a start', () => {
  it('on a port in use says which and how to choose another', async () => {
    const { port } = await running()
    const home = temporaryFolder()
    const failure = await start({ home, port })
    expect(failure).toMatchObject({ ok: false, reason: 'port_in_use' })
    if (failure.ok) return
    expect(failure.message).toBe(
      `port ${port} on 127.0.0.1 is in use; choose another with CODEXBAR_PORT=${port + 1} or "port" in ${home}/config.json`,
    )
    await running({ home })
  })

  it('on a home that is served says by whom', async () => {
    const { home } = await running()
    const failure = await start({ home })
    expect(failure).toMatchObject({
      ok: false,
      reason: 'home_locked',
      message: expect.stringContaining(String(process.pid)),
    })
  })

  const failures: [name: string, options: Partial<ServerOptions>, reason: string, says: string][] = [
    ['with wrong settings', { config: { colour: 1 } as object }, 'bad_config', 'colour'],
    ['with a port that is none', { port: undefined, env: { CODEXBAR_PORT: '4747x' } }, 'bad_config', 'CODEXBAR_PORT'],
    [
      'with a port that is too large',
      { port: undefined, env: { CODEXBAR_PORT: '70000' } },
      'bad_config',
      'CODEXBAR_PORT',
    ],
    ['with a host that is none', { env: { CODEXBAR_HOST: 'a b' } }, 'bad_config', 'CODEXBAR_HOST'],
    ['with a path for a host', { config: { host: 'desk/x' } }, 'bad_config', 'host: expected'],
    ['with a base that is no URL', { config: { base_url: 'http://[x' } }, 'bad_config', 'base_url'],
    ['in a home that cannot be', { home: '/dev/null/x' }, 'home_unusable', '/dev/null/x'],
    [
      'on an address of another machine',
      { host: '203.0.113.7' },
      'address_unusable',
      'cannot listen on 203.0.113.7 (EADDRNOTAVAIL): it is no address of this machine; choose another with CODEXBAR_HOST or "host" in ',
    ],
    [
      'on a name that nobody knows',
      { env: { CODEXBAR_HOST: 'nosuch.invalid' } },
      'address_unusable',
      'choose another with CODEXBAR_HOST or "host" in ',
    ],
  ]
  it.each(failures)('%s is a failure, not a throw', async (_, options, reason, says) => {
    expect(await start(options)).toMatchObject({ ok: false, reason, message: expect.stringContaining(says) })
  })

  it('takes port and host from the environment before the settings', async () => {
    const { port, close } = await running()
    await close()
    const server = await running({ port: undefined, env: { CODEXBAR_PORT: String(port) }, config: { port: 1 } })
    expect(server.url).toBe(`http://127.0.0.1:${port}`)
  })

  it('mentions a topic that anyone can read, and a port that others reach', async () => {
    expect((await running()).notices).toEqual([])
    const { notices } = await running({ config: { notify: { enabled: true } }, host: '0.0.0.0' })
    expect(notices[0]).toContain('https://ntfy.sh/claudeCodeWaitingOnYou')
    expect(notices[1]).toContain('0.0.0.0')
  })
})
