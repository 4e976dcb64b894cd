import { NAME_LIMIT, plainLine } from '@codexbar/protocol/wire'
import type { Context } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { deviceAddress } from '../device-address.js'
import { launcherOf } from '../launcher.js'
import { beforeLan, hostNamedIn, whyNoDevice } from '../opening.js'
import { showQr } from './qr.js'

/** What a device is called that was given no name. */
const NAME = 'display'

/** Makes a device's token and says how it gets there. */
export async function pairDevice(name: string | undefined, context: Context): Promise<number> {
  const { env, out, signal } = context
  const place = await findCompanion(env)
  const client = connectTo(place)
  const { addresses } = await client.addresses({ signal })
  const called = name ?? NAME
  const { id, token } = await client.createToken({ name: called, kind: 'device' }, { signal })

  const launcher = launcherOf(env)
  const url = deviceAddress(addresses)
  out.write(
    `"${plainLine(called, NAME_LIMIT)}" may read and acknowledge. Its token is shown this once:\n\n  ${token}\n\n`,
  )
  if (url === undefined) {
    const first = beforeLan(hostNamedIn(env))
    out.write(`No device reaches the companion: ${whyNoDevice(addresses)}.\n`)
    out.write(`${first === '' ? 'Start' : `${first} Then start`} it again:\n\n`)
    out.write(`  ${launcher} dev --lan\n\n`)
  } else {
    out.write(`The companion is at ${url}\n\n`)
    showQr(pairingUrl(url, token), context)
  }
  const companion = url ?? `http://IP:${new URL(place.url).port || 80}`
  out.write('Flash the display, with your own board (docs/hardware.md lists them) and your own network in it:\n\n')
  out.write(
    `  ${launcher} --filter device-moddable flash moddable_two ssid=... password=... companion=${companion} token=${token}\n\n`,
  )
  out.write(`Take it back: ${launcher} codexbar tokens --revoke ${id}\n`)
  return 0
}

/** Returns what a pairing app or a device reads from the QR code. */
export function pairingUrl(url: string, token: string): string {
  return `codexbar://pair?url=${encodeURIComponent(url)}&token=${token}`
}
