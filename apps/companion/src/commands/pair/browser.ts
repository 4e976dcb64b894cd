import type { Context } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
import { beforeLan, hostNamedIn } from '../opening.js'
import { showQr } from './qr.js'

/** Makes a link that lets one browser in. */
export async function pairBrowser(context: Context): Promise<number> {
  const { env, out, signal, now } = context
  const place = await findCompanion(env)
  const client = connectTo(place)
  const { addresses } = await client.addresses({ signal })
  const { path, expires_at } = await client.createLink({ signal })
  const minutes = Math.max(1, Math.round((expires_at - now() / 1_000) / 60))
  out.write(`This link lets one browser in, within ${minutes} minutes:\n\n`)
  const [address] = addresses
  if (address === undefined) {
    out.write(`  ${place.url}${path}\n\n`)
    const first = beforeLan(hostNamedIn(env))
    const start = `start the companion with ${launcherOf(env)} dev --lan`
    out.write(
      `It is for this machine. For a phone, ${first === '' ? start : `do this first. ${first} Then ${start}`}\n`,
    )
    return 0
  }
  out.write(`  ${address}${path}\n\n`)
  showQr(address + path, context)
  return 0
}
