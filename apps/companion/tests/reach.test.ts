import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { InterfaceAddress } from '../src/core/network.js'
import { type ServerOptions, startServer } from '../src/server.js'
import { createReach, type Network } from '../src/shell/reach.js'
import { createClock, until } from './clock.js'
import { temporaryFolder } from './stage.js'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

const ipv4 = (name: string, address: string, internal = false): InterfaceAddress => ({
  name,
  address,
  family: 'IPv4',
  internal,
})
const AT_HOME: InterfaceAddress[] = [
  ipv4('lo', '127.0.0.1', true),
  ipv4('docker0', '172.17.0.1'),
  ipv4('wlan0', '192.168.1.20'),
  { name: 'wlan0', address: 'FE80::1%wlan0', family: 'IPv6', internal: false },
]
const networkOf = (addresses: InterfaceAddress[], hostname = 'MyMac.local'): Network => ({
  addresses: () => addresses,
  hostname: () => hostname,
})
const HOME_NETWORK = networkOf(AT_HOME)
const reachOf = (host: string, network: Network = HOME_NETWORK, clock = createClock()) =>
  createReach({ clock, network, host, port: () => 4747 })

describe('on every network, a companion', () => {
  const names: [name: string, isOwn: boolean][] = [
    ['192.168.1.20', true],
    ['172.17.0.1', true],
    ['[fe80::1]', true],
    ['mymac.local', true],
    ['192.168.1.21', false],
    ['fe80::1', false],
    ['mymac', false],
    ['mymac.local.evil.example', false],
    ['evil.example', false],
    ['local', false],
    ['', false],
  ]
  it.each(names)('answers to %j: %s', (name, isOwn) => expect(reachOf('0.0.0.0').isOwnName(name)).toBe(isOwn))

  const hostnames: [hostname: string, names: string[]][] = [
    ['desk', ['desk', 'desk.local']],
    ['Desk.Corp.Example', ['desk.corp.example', 'desk.local']],
    ['', []],
  ]
  it.each(hostnames)('of the name %j answers to %j', (hostname, own) => {
    const { isOwnName } = reachOf('0.0.0.0', networkOf([], hostname))
    expect(['desk', 'desk.corp.example', 'desk.local', 'corp', ''].filter(isOwnName)).toEqual(own)
  })

  it('is reached at real networks first, and not at the loopback', () => {
    expect(reachOf('0.0.0.0').urls()).toEqual(['http://192.168.1.20:4747', 'http://172.17.0.1:4747'])
    expect(reachOf('0.0.0.0', networkOf([])).urls()).toEqual([])
  })

  it('follows the network that is joined, without looking each time', async () => {
    const clock = createClock()
    let looks = 0
    let addresses = AT_HOME
    const network: Network = {
      addresses() {
        looks += 1
        return addresses
      },
      hostname: () => 'desk',
    }
    const reach = reachOf('0.0.0.0', network, clock)
    for (let asked = 0; asked < 10; asked += 1) reach.isOwnName('192.168.1.20')
    expect(looks).toBe(1)
    addresses = [ipv4('wlan0', '10.0.0.7')]
    await clock.advance(5000)
    expect([reach.isOwnName('192.168.1.20'), reach.isOwnName('10.0.0.7')]).toEqual([false, true])
    clock.set(0)
    addresses = AT_HOME
    expect(reach.isOwnName('192.168.1.20')).toBe(true)
  })
})

describe('on one address, a companion', () => {
  const hosts: [host: string, name: string, url: string][] = [
    ['192.168.1.20', '192.168.1.20', 'http://192.168.1.20:4747'],
    ['fe80::1', '[fe80::1]', 'http://[fe80::1]:4747'],
    ['Desk', 'desk', 'http://Desk:4747'],
  ]
  it.each(hosts)('%s answers to it only', (host, name, url) => {
    const reach = reachOf(host)
    expect([reach.isOwnName(name), reach.isOwnName('mymac.local'), reach.urls()]).toEqual([true, false, [url]])
  })
})

describe('a server', () => {
  async function running(options: Partial<ServerOptions>) {
    const home = temporaryFolder()
    const config = { notify: { enabled: false }, claude_dir: home, ...options.config }
    const started = await startServer({ env: {}, log: quiet, port: 0, network: HOME_NETWORK, ...options, home, config })
    if (!started.ok) throw new Error(started.message)
    onTestFinished(() => started.close())
    return started
  }

  /** Asks on the loopback, by another name. */
  function ask(port: number, host: string, headers: Record<string, string> = {}): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/status', headers: { host, ...headers } }
      request(options, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  }

  const ways: [name: string, options: Partial<ServerOptions>, isOpen: boolean][] = [
    ['as it is', {}, false],
    ['asked to at the start', { lan: true }, true],
    ['asked to in the settings', { config: { listen: 'lan' } }, true],
    ['by CODEXBAR_HOST', { env: { CODEXBAR_HOST: '0.0.0.0' } }, true],
    ['asked to, with the loopback named in the settings', { lan: true, config: { host: '127.0.0.1' } }, false],
    ['asked to, with the loopback named by CODEXBAR_HOST', { lan: true, env: { CODEXBAR_HOST: 'localhost' } }, false],
  ]
  it.each(ways)('%s is open to the network: %s', async (_, options, isOpen) => {
    const { port, home, url, notices } = await running(options)
    const authorization = `Bearer ${readFileSync(join(home, 'token'), 'utf8').trim()}`
    const names = ['192.168.1.20', `192.168.1.20:${port}`, 'mymac.local']
    const open = isOpen ? 401 : 403
    expect(await Promise.all(names.map((name) => ask(port, name)))).toEqual([open, open, open])
    expect(await ask(port, '192.168.1.20', { authorization })).toBe(isOpen ? 200 : 403)
    expect(await ask(port, 'evil.example', { authorization })).toBe(403)
    expect(await ask(port, '192.168.1.21', { authorization })).toBe(403)
    expect(await ask(port, '127.0.0.1')).toBe(200)
    const answer = await fetch(`${url}/v1/addresses`, { headers: { authorization } })
    const { addresses } = (await answer.json()) as { addresses: string[] }
    expect(addresses).toEqual(isOpen ? [`http://192.168.1.20:${port}`, `http://172.17.0.1:${port}`] : [])
    expect(notices.join().includes(`http://192.168.1.20:${port}`)).toBe(isOpen)
    expect(notices.join().includes('in plain HTTP')).toBe(isOpen)
  })

  it('that is asked to open, but told where to listen, says which counts', async () => {
    const { notices } = await running({ lan: true, config: { host: '127.0.0.1' } })
    expect(notices).toEqual(['"host" or CODEXBAR_HOST names 127.0.0.1: other machines do not reach this port'])
  })

  it('tells first of the address that people use', async () => {
    const { url, home, port } = await running({ lan: true, config: { base_url: 'https://bar.example/' } })
    const authorization = `Bearer ${readFileSync(join(home, 'token'), 'utf8').trim()}`
    const answer = await fetch(`${url}/v1/addresses`, { headers: { authorization } })
    const { addresses } = (await answer.json()) as { addresses: string[] }
    expect(addresses.slice(0, 2)).toEqual(['https://bar.example', `http://192.168.1.20:${port}`])
  })

  it('lets a browser in by the link that it starts with', async () => {
    const { link, url } = await running({})
    expect(link.startsWith(`${url}/enter/`)).toBe(true)
    const entered = await fetch(link, { redirect: 'manual' })
    expect(entered.status).toBe(200)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await fetch(`${url}/v1/sessions`, { headers: { cookie } })).status).toBe(200)
  })

  it('lets a stream go when its client hangs up', async () => {
    const clock = createClock()
    const { port, home } = await running({ clock })
    const authorization = `Bearer ${readFileSync(join(home, 'token'), 'utf8').trim()}`
    const timers = clock.waiting
    const stream = request({ port, host: '127.0.0.1', path: '/v1/events', headers: { authorization } })
    stream.on('error', () => undefined).end()
    await until(() => clock.waiting > timers)
    stream.destroy()
    // Its heartbeat ends, and a minute later all that was done for those who listen.
    for (let minute = 0; minute < 10 && clock.waiting > timers; minute += 1) await clock.advance(60_000)
    expect(clock.waiting).toBe(timers)
  })

  it('streams over a real connection, and closes at once with one open', async () => {
    const server = await running({})
    const authorization = `Bearer ${readFileSync(join(server.home, 'token'), 'utf8').trim()}`
    const answer = await fetch(`${server.url}/v1/events`, { headers: { authorization } })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: status')
    await server.close()
    expect((await reader.read()).done).toBe(true)
  })
})
