import { HealthSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'

/** The newest event of one agent that the companion has seen. `at` is in milliseconds since 1970. */
export type LastEvent = { at: number; event?: string }

/** What a companion answered: by agent name the last event, if any. Or that none answered within a second. */
export type Answered =
  | { url: string; running: true; last: ReadonlyMap<string, LastEvent> }
  | { url: string; running: false; why: string }

/**
 * Asks the companion at an origin for the last event it received of each agent. Waits one second at most; never
 * throws.
 */
export async function askCompanion(url: string, fetch: typeof globalThis.fetch): Promise<Answered> {
  try {
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(1000) })
    const body = v.safeParse(HealthSchema, await answer.json())
    if (!answer.ok || !body.success) return { url, running: false, why: 'something else answers there' }
    const last = new Map<string, LastEvent>()
    for (const { name, at, event } of body.output.last_event) {
      if (at !== null) last.set(name, { at: at * 1000, ...(event && { event }) })
    }
    return { url, running: true, last }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return { url, running: false, why: late ? 'no answer within a second' : 'not running' }
  }
}
