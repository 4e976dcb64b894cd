import { describe, expect, test } from 'vitest'
import { deviceAddress } from '../../src/commands/device-address.js'
import { beforeLan } from '../../src/commands/opening.js'
import { pairingUrl } from '../../src/commands/pair/device.js'
import { showQr } from '../../src/commands/pair/qr.js'
import { temporaryFolder } from '../stage.js'
import { terminal } from './running.js'
import { testContext } from './test-context.js'

const QR = '▀'
const tokenIn = (out: string): string => /^ {2}([\w-]{43})$/m.exec(out)?.[1] ?? ''

describe('codexbar pair device', () => {
  test('shows the token, where the companion is and how to flash the display', async () => {
    const { run, port } = await terminal({ lan: true })
    const { code, out } = await run('pair', 'device', '--name', 'kitchen')
    expect(code).toBe(0)
    const token = tokenIn(out)
    const at = `http://192.168.1.20:${port}`
    expect(out).toContain(
      `pnpm --filter device-moddable flash moddable_two ssid=... password=... companion=${at} token=${token}\n`,
    )
    expect(out).toContain(QR)
    expect((await run('tokens')).out).toMatch(/kitchen +device +read acknowledge/)
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
  })

  test('says how to open a companion that listens for this machine only', async () => {
    const { run, port } = await terminal()
    const { code, out } = await run('pair', 'device')
    expect(code).toBe(0)
    expect(out).toContain('this machine only.\nStart it again:\n\n  pnpm dev --lan\n')
    expect(out).toContain(`companion=http://IP:${port} token=${tokenIn(out)}`)
    expect(out).not.toContain(QR)
  })

  test('gives a display plain HTTP, where there is an address with it', async () => {
    const { run } = await terminal({ lan: true, config: { base_url: 'https://bar.example' } })
    expect((await run('pair', 'device')).out).toContain('companion=http://192.168.1.20:')
  })

  test.each([
    ['with HTTPS', 'https://bar.example'],
    ['of the loopback', 'http://127.0.0.1:4747'],
  ])('offers a display no address %s', async (_, base_url) => {
    const { run, port } = await terminal({ config: { base_url } })
    const { code, out } = await run('pair', 'device')
    expect(code).toBe(0)
    expect(out).toContain(`No device reaches the companion: a display asks over plain HTTP, and`)
    expect(out).toContain('pnpm dev --lan')
    expect(out).toContain(`companion=http://IP:${port} `)
    expect(out).not.toContain(QR)
  })

  test.each(['device', 'browser'])('says for a %s that a host which is named wins over --lan', async (what) => {
    const { run } = await terminal({ config: { host: '127.0.0.1' }, lan: true })
    const { out } = await run('pair', what)
    expect(out).toMatch(/Take "host": "127\.0\.0\.1" out of config\.json: it wins over --lan\. Then start/)
    expect(out).toContain('pnpm dev --lan')
  })

  test('shows a name without what a terminal would obey', async () => {
    const { run } = await terminal()
    const { out } = await run('pair', 'device', '--name', 'a\u001b[31mb')
    expect([out.startsWith('"ab" may read'), out.includes('\u001b')]).toEqual([true, false])
  })

  test('refuses a name that the companion refuses', async () => {
    const { run } = await terminal()
    expect(await run('pair', 'device', '--name', 'x'.repeat(65))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('codexbar: name: expected'),
    })
  })

  test('its QR code holds the address and the token', () => {
    expect(pairingUrl('http://192.168.1.20:4747', 'a-b_c')).toBe(
      'codexbar://pair?url=http%3A%2F%2F192.168.1.20%3A4747&token=a-b_c',
    )
  })
})

describe('an address that a display can use', () => {
  const addresses: [address: string, usable: string | undefined][] = [
    ['http://192.168.1.20:4747', 'http://192.168.1.20:4747'],
    ['http://desk.local:4747/', 'http://desk.local:4747'],
    ['http://bar.example', 'http://bar.example:80'],
    ['https://bar.example', undefined],
    ['http://bar.example/codexbar', undefined],
    ['http://bar.example/?a', undefined],
    ['http://[fe80::1]:4747', undefined],
    ['http://a_b:4747', undefined],
    ['http://127.0.0.1:4747', undefined],
    ['http://localhost:4747', undefined],
    ['http://codexbar.localhost', undefined],
    ['http://[::1]:4747', undefined],
    ['http://0.0.0.0:4747', undefined],
    ['nothing', undefined],
  ]
  test.each(addresses)('%s: %s', (address, usable) => expect(deviceAddress([address])).toBe(usable))
  test('is the first of several', () => {
    expect(deviceAddress(['https://a', 'http://b:1', 'http://c:2'])).toBe('http://b:1')
    expect(deviceAddress([])).toBeUndefined()
  })
})

test('a host that the environment names is to be unset', () => {
  expect(beforeLan({ where: 'CODEXBAR_HOST', host: '::1' })).toBe('Unset CODEXBAR_HOST (::1): it wins over --lan.')
})

describe('codexbar pair browser', () => {
  const linkIn = (out: string): string => /^ {2}(http\S+)$/m.exec(out)?.[1] ?? ''

  test('makes a link for this machine where no other reaches it', async () => {
    const { run, url } = await terminal()
    const { code, out } = await run('pair', 'browser')
    expect([code, linkIn(out).startsWith(`${url}/enter/`)]).toEqual([0, true])
    expect(out).toContain('pnpm dev --lan')
    expect(out).not.toContain(QR)
    expect((await fetch(linkIn(out), { redirect: 'manual' })).status).toBe(200)
    expect((await fetch(linkIn(out), { redirect: 'manual' })).status).toBe(410)
  })

  test.each([
    ['on the network', {}, 'http://192.168.1.20:'],
    ['at the address that people use', { base_url: 'https://bar.example/' }, 'https://bar.example/enter/'],
  ])('makes a link %s', async (_, config, begin) => {
    const { run } = await terminal({ lan: true, config })
    const { out } = await run('pair', 'browser')
    expect(linkIn(out).startsWith(begin)).toBe(true)
    expect(out).toContain('within 10 minutes')
    expect(out).toContain(QR)
  })
})

describe('what is paired', () => {
  test.each([
    [['pair'], 'WHAT is missing. There are: device, browser. See codexbar pair --help.'],
    [['pair', 'phone'], 'There is no WHAT "phone". There are: device, browser.'],
    [['pair', 'toString'], 'There is no WHAT "toString".'],
    [['pair', 'device', 'x'], "Unexpected argument 'x'."],
    [['pair', 'browser', '--name', 'x'], '--name is for a device'],
  ])('%j is misuse', async (args, words) => {
    const { run } = await terminal()
    const { code, err } = await run(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  test('is explained', async () => {
    const { run } = await terminal()
    const { out } = await run('pair', '--help')
    expect(out).toContain('Usage: codexbar pair WHAT [options]')
    expect(out).toMatch(/WHAT:\n {2}device +A desk display/)
  })
})

test.each([['pair', 'device'], ['pair', 'browser'], ['tokens']])('%s %s needs a companion', async (...args) => {
  const { run, close } = await terminal()
  await close()
  expect(await run(...args.filter((arg) => arg !== undefined))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^codexbar: No companion answers at .*\. Start it: pnpm dev\n$/),
  })
})

describe('a QR code', () => {
  const shown = (more: object) => {
    const { context, out } = testContext({ env: { CODEXBAR_HOME: temporaryFolder() } })
    showQr('https://bar.example', { ...context, out: { ...context.out, ...more } })
    return out()
  }

  test('is white on black in any terminal', () => {
    const text = shown({ isTTY: true, columns: 80 })
    for (const line of text.trimEnd().split('\n')) {
      expect([line.startsWith('\u001b[97;40m'), line.endsWith('\u001b[0m')]).toEqual([true, true])
    }
  })
  test('is plain in a file', () => expect(shown({})).not.toContain('\u001b'))
  test('is left out where there is no room', () => expect(shown({ isTTY: true, columns: 20 })).toBe(''))
})
