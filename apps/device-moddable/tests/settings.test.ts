import { describe, expect, test } from 'vitest'
import { type Preferences, readSettings } from '../src/settings.js'
import { ADDRESSES } from './address-cases.js'

type Kept = Record<string, unknown>

function preferencesOf(kept: Kept): Preferences & { written: string[] } {
  const written: string[] = []
  return {
    written,
    get: (domain, key) => kept[`${domain}/${key}`],
    set(domain, key, value) {
      written.push(`${domain}/${key}`)
      kept[`${domain}/${key}`] = value
    },
    delete(domain, key) {
      written.push(`${domain}/${key}`)
      delete kept[`${domain}/${key}`]
    },
  }
}

const settingsOf = (config: Kept, kept: Kept = {}) => readSettings(config, preferencesOf(kept))

describe('settings', () => {
  test('of a device that was told nothing', () => {
    expect(settingsOf({})).toEqual({ ssid: undefined, password: undefined, companions: [], brightness: 100 })
  })

  test('are what the build was given, and kept for the next build', () => {
    const kept: Kept = {}
    const given = { ssid: 'Home', password: 'secret', companion: 'http://10.0.0.2:5000', token: 't', brightness: '60' }
    const settings = settingsOf(given, kept)
    expect(settings).toEqual({
      ssid: 'Home',
      password: 'secret',
      companions: [{ host: '10.0.0.2', port: 5000, token: 't' }],
      brightness: 60,
    })
    expect(settingsOf({}, kept)).toEqual(settings)
  })

  test('are written only when they differ', () => {
    const preferences = preferencesOf({ 'wifi/ssid': 'Home', 'display/brightness': '60' })
    readSettings({ ssid: 'Home', brightness: 60, token: 'new' }, preferences)
    expect(preferences.written).toEqual(['companion/tokens'])
  })

  test('given anew win over what is kept', () => {
    expect(settingsOf({ ssid: 'New' }, { 'wifi/ssid': 'Old' }).ssid).toBe('New')
  })

  test.each(ADDRESSES)('the companion "%s" is %s, port %s', (companion, host, port) => {
    const { companions } = settingsOf({ companion })
    expect(companions).toEqual(host === undefined ? [] : [{ host, port, token: undefined }])
  })

  test('a list of companions is one of addresses', () => {
    const { companions } = settingsOf({ companion: ' http://a.local , http://b.local:1 ,' })
    expect(companions.map(({ host, port }) => `${host} ${port}`)).toEqual(['a.local 4747', 'b.local 1'])
  })

  test('each companion has the token in its place', () => {
    const { companions } = settingsOf({ companion: 'a.local,https://bad,c.local', token: ',two,three' })
    expect(companions.map(({ token }) => token)).toEqual([undefined, 'three'])
  })

  test.each([
    [0, 0],
    ['0', 0],
    ['33.4', 33],
    [100, 100],
    [101, 100],
    [-1, 100],
    ['bright', 100],
  ])('the brightness %j is %j %%', (brightness, expected) => {
    expect(settingsOf({ brightness }).brightness).toBe(expected)
  })
})

const HOME = { 'wifi/ssid': 'Home', 'wifi/password': 'home-secret' }
const MAC = { 'companion/urls': 'http://mac.local', 'companion/tokens': 'mac-token' }

describe('a secret belongs to what it opens', () => {
  test.each<[string, Kept, string | undefined, string | undefined]>([
    ['nothing', {}, 'Home', 'home-secret'],
    ['an open network', { ssid: 'Café' }, 'Café', undefined],
    ['the same network without a password', { ssid: 'Home' }, 'Home', undefined],
    ['another network with its password', { ssid: 'Café', password: 'other-secret' }, 'Café', 'other-secret'],
    ['another password', { password: 'new-secret' }, 'Home', 'new-secret'],
  ])('a build with %s', (_, config, ssid, password) => {
    const kept: Kept = { ...HOME }
    expect(settingsOf(config, kept)).toMatchObject({ ssid, password })
    expect(kept['wifi/password']).toBe(password)
    expect(settingsOf({}, kept)).toMatchObject({ ssid, password })
  })

  test.each<[string, Kept, readonly (readonly [string, string | undefined])[]]>([
    ['nothing', {}, [['mac.local', 'mac-token']]],
    ['another companion', { companion: 'pc.local' }, [['pc.local', undefined]]],
    ['the same companion without a token', { companion: 'http://mac.local' }, [['mac.local', undefined]]],
    ['another companion and its token', { companion: 'pc.local', token: 'pc-token' }, [['pc.local', 'pc-token']]],
    ['another token', { token: 'new-token' }, [['mac.local', 'new-token']]],
    [
      'one more companion, and the token of that',
      { companion: 'mac.local,pc.local', token: ',pc-token' },
      [
        ['mac.local', undefined],
        ['pc.local', 'pc-token'],
      ],
    ],
  ])('a build with %s', (_, config, companions) => {
    const kept: Kept = { ...MAC }
    const read = () => settingsOf(config, kept).companions.map(({ host, token }) => [host, token])
    expect(read()).toEqual(companions)
    config = {}
    expect(read()).toEqual(companions)
  })

  test('a secret that is not kept is not cleared again', () => {
    const preferences = preferencesOf({ 'wifi/ssid': 'Home' })
    readSettings({ ssid: 'Home' }, preferences)
    expect(preferences.written).toEqual([])
  })
})
