import { CompanionError } from '@codexbar/client'
import type { Finding, Machine } from './check.js'

/** Whether the displays that were paired can reach the companion. */
export async function checkDevices({ companion, launcher }: Machine): Promise<Finding> {
  if ('problem' in companion) return { level: 'warn', line: 'Paired devices are not known.' }
  const { client } = companion
  try {
    const { tokens } = await client.tokens()
    const devices = tokens.filter(({ kind }) => kind === 'device').length
    if (devices === 0) return { level: 'ok', line: 'No device is paired' }
    const { addresses } = await client.addresses()
    const paired = devices === 1 ? '1 device is paired' : `${devices} devices are paired`
    if (addresses.length > 0) return { level: 'ok', line: `${paired}; the companion is at ${addresses.join(', ')}` }
    return {
      level: 'warn',
      line: `${paired}, but the companion listens for this machine only.`,
      todo: `Start it with ${launcher} dev --lan, or set "listen": "lan".`,
    }
  } catch (error) {
    if (error instanceof CompanionError) return { level: 'warn', line: 'Paired devices are not known.' }
    throw error
  }
}
