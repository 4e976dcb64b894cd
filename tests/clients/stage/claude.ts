import type { Lines } from './describe-client.js'

/** Opens Claude Code, asking for every permission, and waits until it is idle on the screen and for the companion. */
export const openClaude = async (open: Lines['open'], ...args: readonly string[]) => {
  const session = await open('--permission-mode', 'default', ...args)
  await session.shows('manual mode on')
  await session.becomes('idle')
  return session
}
