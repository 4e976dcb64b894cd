import type { Client } from '@codexbar/client'
import { pause } from '../pause.js'
import type { Step } from './story.js'

/** How a story is played: `speed` times faster than it happened, until it is over or `signal` is aborted. */
export type Playing = { client: Client; speed: number; signal: AbortSignal; onStep(step: Step): Promise<void> }

/**
 * Sends the steps of a story as the agents' hooks would. Whatever happens, every session that it began is ended before
 * it returns.
 */
export async function play(story: readonly Step[], { client, speed, signal, onStep }: Playing): Promise<void> {
  const open = new Map<string, Step>()
  let clock = 0
  try {
    for (const step of story) {
      await pause((step.at - clock) / speed, signal)
      if (signal.aborted) return
      clock = step.at
      await client.hook(step.provider, step.payload)
      if (step.payload.hook_event_name === 'SessionEnd') open.delete(step.payload.session_id)
      else open.set(step.payload.session_id, step)
      await onStep(step)
    }
  } finally {
    await Promise.allSettled([...open.values()].map((step) => client.hook(step.provider, endOf(step))))
  }
}

function endOf({ payload: { session_id, cwd } }: Step): unknown {
  return { session_id, cwd, hook_event_name: 'SessionEnd', reason: 'other' }
}
