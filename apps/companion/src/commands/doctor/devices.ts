import { CompanionError, RefusedError } from '@codexbar/client'
import { deviceAddress } from '../device-address.js'
import { beforeLan, whyNoDevice } from '../opening.js'
import type { Finding, Machine } from './check.js'

/** Whether the displays that were paired can reach the companion. */
export async function checkDevices({ companion, launcher, named }: Machine): Promise<Finding> {
  if ('problem' in companion) return { level: 'warn', line: 'Paired devices are not known.' }
  const { client } = companion
  try {
    const { tokens } = await client.tokens()
    const devices = tokens.filter(({ kind }) => kind === 'device').length
    if (devices === 0) return { level: 'ok', line: 'No device is paired' }
    const { addresses } = await client.addresses()
    const paired = devices === 1 ? '1 device is paired' : `${devices} devices are paired`
    const address = deviceAddress(addresses)
    if (address !== undefined) return { level: 'ok', line: `${paired}; the companion is at ${address}` }
    const start = `Start it with ${launcher} dev --lan, or set "listen": "lan".`
    const first = beforeLan(named)
    return {
      level: 'warn',
      line: `${paired}, but ${whyNoDevice(addresses)}.`,
      todo: first === '' ? start : `${first} ${start}`,
    }
  } catch (error) {
    if (error instanceof RefusedError && error.status === 503) {
      return { level: 'warn', line: `Paired devices are not known: ${error.message}.` }
    }
    if (error instanceof CompanionError) return { level: 'warn', line: 'Paired devices are not known.' }
    throw error
  }
}
