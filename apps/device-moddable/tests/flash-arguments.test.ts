import { describe, expect, test } from 'vitest'
import { readFlashArguments } from '../scripts/flash-arguments.js'
import { readSettings } from '../scripts/setting-arguments.js'
import { ADDRESSES } from './address-cases.js'

const read = (line: string) => readFlashArguments(line.split(' ').filter(Boolean))

describe('flash', () => {
  test.each([
    ['moddable_two', 'esp32/moddable_two'],
    ['esp32/moddable_two', 'esp32/moddable_two'],
    ['m5stack_core2', 'esp32/m5stack_core2'],
    ['cyd', 'esp32:./targets/cyd'],
    ['esp32/CYD', 'esp32:./targets/cyd'],
  ])('%s is %s', (name, platform) => {
    expect(read(name)).toEqual({ ok: true, platform, config: [], debug: false })
  })

  test.each([
    'ssid=Home',
    'ssid=Caf\u00e9',
    'password=s3cret=with=signs',
    'companion=http://192.168.1.20:4747',
    'companion=http://mac.local:4747,http://10.0.0.2:4747',
    'token=abc_DEF-1',
    'companion=http://a.local:1,http://b.local:2 token=,second',
    'brightness=0',
    'brightness=100',
  ])('%s is passed on', (settings) => {
    expect(read(`cyd ${settings}`)).toEqual({
      ok: true,
      platform: 'esp32:./targets/cyd',
      config: settings.split(' '),
      debug: false,
    })
  })

  test('--debug builds for the debugger', () => {
    expect(read('cyd --debug')).toMatchObject({ ok: true, debug: true })
  })

  test('a name and a password may hold spaces', () => {
    const config = ['ssid=My Home', 'password=correct horse']
    expect(readFlashArguments(['cyd', ...config])).toMatchObject({ ok: true, config })
  })

  test.each([
    ['', 'pnpm --filter device-moddable flash BOARD'],
    ['--help', 'ESP32-2432S028R'],
    ['nodemcu', 'There is no board "nodemcu"'],
    ['toString', 'There is no board "toString"'],
    ['ssid=Home', 'There is no board "ssid"'],
    ['cyd --fast', 'There is no --fast'],
    ['cyd wifi=Home', 'There is no setting "wifi"'],
    ['cyd wifi=Home', 'there are ssid, password, companion, token, brightness'],
    ['cyd constructor=1', 'There is no setting "constructor"'],
    ['cyd ssid', 'There is no setting "ssid"'],
    ['cyd ssid=a ssid=b', 'ssid is given twice'],
    ['cyd ssid=', 'ssid: a network has a name of 1 to 32 bytes'],
    ['cyd password=short', 'password: a Wi-Fi password has 8 to 63 characters'],
    ['cyd brightness=bright', 'brightness: a whole number from 0 to 100'],
    ['cyd brightness=101', 'brightness: a whole number from 0 to 100'],
    ['cyd companion=', 'it looks like http://192.168.1.20:4747'],
    ['cyd companion=http://a.local,', 'it looks like http://192.168.1.20:4747'],
    ['cyd companion=http://a.local:99999', 'it looks like http://192.168.1.20:4747'],
    ['cyd companion=http://[fe80::1]:4747', 'the display speaks IPv4 only'],
    ['cyd companion=http://user@a.local', 'an address holds no name to log in with'],
    ['cyd companion=https://home.example', 'the display speaks http only, not https'],
    ['cyd companion=http://a.local:1/status', 'an address ends after the port'],
    ['cyd companion=http://localhost:4747', 'localhost is the display itself'],
    ['cyd companion=127.0.0.1', '127.0.0.1 is the display itself'],
    ['cyd companion=http://a.local:1 token=a,b', 'There are 2 tokens for 1 companions'],
  ])('"%s" is refused: %s', (line, message) => {
    const said = read(line)
    expect(said.ok).toBe(false)
    expect(!said.ok && said.message).toContain(message)
  })

  test.each(ADDRESSES)('takes the companion "%s" as the firmware does: %s', (address, host) => {
    expect(readFlashArguments(['cyd', `companion=${address}`]).ok).toBe(host !== undefined)
  })

  test('a display on this computer may ask this computer', () => {
    const config = ['companion=http://127.0.0.1:4747']
    expect(readSettings(config, { here: true })).toEqual({ ok: true, config })
    expect(readSettings(config).ok).toBe(false)
  })

  test.each(['password=short', 'token=se cret!', 'password=longenough password=again'])(
    'no message repeats %s',
    (settings) => {
      const said = readFlashArguments(['cyd', ...settings.split(/ (?=password)/)])
      expect(said.ok).toBe(false)
      for (const secret of ['short', 'se cret', 'longenough', 'again'])
        expect(!said.ok && said.message).not.toContain(secret)
    },
  )
})
