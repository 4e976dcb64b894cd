import type { Lines } from './describe-client.js'

/** Opens Codex with our untrusted hooks allowed, which also keeps it from starting a daemon. */
export const openCodex = async (open: Lines['open'], ...args: readonly string[]) => {
  const session = await open('--dangerously-bypass-hook-trust', ...args)
  await session.shows('Ask Codex to do anything')
  return session
}
