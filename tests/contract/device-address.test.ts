import { expect, test } from 'vitest'
import { deviceAddress } from '../../apps/companion/src/commands/device-address.js'
import { readSettings } from '../../apps/device-moddable/src/settings.js'

/** Addresses as `GET /v1/addresses` may tell them. */
const addresses = [
  'http://192.168.1.20:4747',
  'http://desk.local:5000',
  'http://bar.example',
  'http://BAR.example/',
  'https://bar.example',
  'http://bar.example/codexbar',
  'http://[fe80::1]:4747',
  'http://a_b:4747',
]

test.each(addresses)('%s, where it is offered to a display, is read by it as it is meant', (address) => {
  const offered = deviceAddress([address])
  if (offered === undefined) return
  const { companions } = readSettings(
    { companion: offered },
    {
      get: () => undefined,
      set: () => undefined,
      delete: () => undefined,
    },
  )
  const { hostname, port } = new URL(address)
  expect(companions).toEqual([{ host: hostname, port: Number(port || 80), token: undefined }])
})

test('some of them are offered', () => {
  expect(addresses.flatMap((address) => deviceAddress([address]) ?? [])).toHaveLength(4)
})
