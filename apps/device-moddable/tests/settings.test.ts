import { describe, expect, test } from 'vitest'
import { type Preferences, readSettings } from '../src/settings.js'

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

  test.each([
    ['http://192.168.1.20:4747', [['192.168.1.20', 4747]]],
    ['http://mac.local/', [['mac.local', 4747]]],
    ['mac.local:80', [['mac.local', 80]]],
    [
      ' http://a.local , http://b.local:1 ',
      [
        ['a.local', 4747],
        ['b.local', 1],
      ],
    ],
    ['https://a.local', []],
    ['http://user@a.local', []],
    ['', []],
    [',', []],
  ])('the companions in "%s" are %j', (companion, expected) => {
    expect(settingsOf({ companion }).companions.map(({ host, port }) => [host, port])).toEqual(expected)
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
