import type { Attention } from '@codexbar/protocol/wire'

/**
 * What one companion last said of one provider's asks, as far as telling a new one from the same one needs it. `ask` is
 * the identity that a companion without epochs has. `silenced`: the person touched the section since.
 */
export type AskMemory = {
  heard: boolean
  epoch: number | undefined
  ask: string | undefined
  silenced: boolean
}

/** Nothing was heard yet. */
export const NO_ASK: AskMemory = Object.freeze({ heard: false, epoch: undefined, ask: undefined, silenced: false })

/**
 * Returns what is known after a companion said `attention`, and whether that is a new ask. The first word of a companion
 * is none: it may be as old as the companion. Nor is it one when a companion begins or ceases to send epochs.
 */
export function noticeAsk(memory: AskMemory, attention: Attention | undefined): { memory: AskMemory; isNew: boolean } {
  if (attention === undefined) return { memory: { ...memory, silenced: false }, isNew: false }
  const waits = attention.state === 'needs_user'
  const { epoch } = attention
  const ask = waits && epoch === undefined ? `${attention.primary_project}@${attention.updated_at}` : memory.ask
  const comparable = memory.heard && (epoch === undefined) === (memory.epoch === undefined)
  const isNew = waits && comparable && (epoch !== memory.epoch || ask !== memory.ask)
  return { memory: { heard: true, epoch, ask, silenced: memory.silenced && waits && !isNew }, isNew }
}
