import type { AgentReport } from './inspect-agent.js'

/**
 * Returns which hooks an agent skips since nobody trusted them, in words: their events, `the hooks` when they are most
 * of them, `undefined` for none. They are not counted: of a hook that only newer clients know, nobody is asked.
 */
export function skippedHooks({ trust, events }: Pick<AgentReport, 'trust' | 'events'>): string | undefined {
  if (trust === undefined || trust.trusted) return undefined
  const installed = events.current.length + events.outdated.length
  return trust.untrusted.length > installed / 2 ? 'the hooks' : trust.untrusted.join(', ')
}
