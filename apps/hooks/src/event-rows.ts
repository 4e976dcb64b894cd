import type { EventRow } from './agent.js'

/**
 * Returns rows of events that the agent does not wait for. It kills a hook at its timeout: that only bounds a login
 * shell that hangs.
 */
export function background(...events: string[]): EventRow[] {
  return events.map((event) => ({ event, async: true, timeout: 5 }))
}

/**
 * Returns rows of events that the agent waits for, `timeout` seconds at most: last words, since both agents drop a hook
 * that still runs in the background when they exit.
 */
export function waitedFor(timeout: number, ...events: string[]): EventRow[] {
  return events.map((event) => ({ event, async: false, timeout }))
}
