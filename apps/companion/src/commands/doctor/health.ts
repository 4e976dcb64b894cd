import type { Health } from '@codexbar/protocol/wire'
import type { Machine } from './check.js'

/** Returns what the companion says of itself, `undefined` when none answers. */
export async function askHealth(companion: Machine['companion']): Promise<Health | undefined> {
  return 'problem' in companion ? undefined : companion.client.health().catch(() => undefined)
}
