import type { SessionEvent } from '@codexbar/protocol/wire'
import { providerNamed } from '@codexbar/protocol/wire'

/** Returns which session a key names. */
export function sessionNamed(key: string): SessionEvent {
  const at = key.indexOf('/')
  const provider = providerNamed(key.slice(0, at))
  if (provider === undefined) throw new TypeError(`"${key}" is no key of a session`)
  return { provider, session_id: key.slice(at + 1) }
}
