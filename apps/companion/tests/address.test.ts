import { expect, it } from 'vitest'
import { chooseAddress, urlOf } from '../src/shell/address.js'
import { ConfigError } from '../src/shell/config.js'

const ENV = { CODEXBAR_HOST: '0.0.0.0', CODEXBAR_PORT: '5000' }
const SETTINGS = { host: 'desk', port: 6000 }

const chosen: [name: string, ...given: Parameters<typeof chooseAddress>][] = [
  ['127.0.0.1:4747', {}, {}],
  ['127.0.0.1:4747', { CODEXBAR_HOST: '', CODEXBAR_PORT: '' }, {}],
  ['desk:6000', {}, SETTINGS],
  ['0.0.0.0:5000', ENV, SETTINGS],
  ['::1:0', ENV, SETTINGS, { host: '::1', port: 0 }],
  ['desk:1', { CODEXBAR_PORT: 'x' }, SETTINGS, { port: 1 }],
]

it.each(chosen)('listens on %s', (address, env, settings, asked) => {
  const { host, port } = chooseAddress(env, settings, asked)
  expect(`${host}:${port}`).toBe(address)
})

const refused: [env: Record<string, string>, says: string][] = [
  [{ CODEXBAR_PORT: 'abc' }, 'CODEXBAR_PORT: expected a port from 0 to 65535, found "abc"'],
  [{ CODEXBAR_PORT: '99999' }, 'found "99999"'],
  [{ CODEXBAR_PORT: '-1' }, 'found "-1"'],
  [{ CODEXBAR_HOST: 'a b' }, 'CODEXBAR_HOST: expected the name or the address of a machine, found "a b"'],
  [{ CODEXBAR_HOST: 'desk/x' }, 'found "desk/x"'],
  [{ CODEXBAR_HOST: 'me@desk' }, 'found "me@desk"'],
  [{ CODEXBAR_HOST: '999.1.1.1' }, 'found "999.1.1.1"'],
]

it.each(refused)('refuses %j', (env, says) => {
  expect(() => chooseAddress(env, {})).toThrow(ConfigError)
  expect(() => chooseAddress(env, {})).toThrow(says)
})

it('is reached on the loopback when it listens everywhere', () => {
  expect(urlOf('0.0.0.0', 1)).toBe('http://127.0.0.1:1')
  expect(urlOf('::', 1)).toBe('http://127.0.0.1:1')
  expect(urlOf('::1', 1)).toBe('http://[::1]:1')
  expect(urlOf('desk', 1)).toBe('http://desk:1')
})
