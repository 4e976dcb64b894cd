import { type Attention, freeze } from '@codexbar/protocol/wire'

/**
 * What one companion last said of one provider's asks, as far as telling a new one from the same one needs it. `heard`:
 * whether it ever spoke, and whether of this provider; `asked`: the last that waited without an epoch; `silenced`: the
 * person touched the section since.
 */
export type AskMemory = {
  heard: 'never' | 'of others' | 'of it'
  epoch: number | undefined
  waits: boolean
  asked: Attention | undefined
  silenced: boolean
}

/** Nothing was heard yet. */
export const NO_ASK: AskMemory = freeze({
  heard: 'never',
  epoch: undefined,
  waits: false,
  asked: undefined,
  silenced: false,
})

/**
 * Returns what is known after a companion said `attention` (`undefined`: only of others), and whether that is a new ask.
 * The first word of a companion is none: it may be as old as the companion. Nor is it one when a companion begins or
 * ceases to send epochs.
 */
export function noticeAsk(memory: AskMemory, attention: Attention | undefined): { memory: AskMemory; isNew: boolean } {
  if (attention === undefined) {
    const heard = memory.heard === 'never' ? 'of others' : memory.heard
    return { memory: { ...memory, heard, waits: false, silenced: false }, isNew: false }
  }
  const waits = attention.state === 'needs_user'
  const isNew = waits && isNews(memory, attention)
  const { epoch } = attention
  const asked = waits && epoch === undefined ? attention : memory.asked
  return { memory: { heard: 'of it', epoch, waits, asked, silenced: memory.silenced && waits && !isNew }, isNew }
}

/** One that spoke only of others said that nobody waits here. */
function isNews(memory: AskMemory, attention: Attention): boolean {
  if (memory.heard !== 'of it') return memory.heard === 'of others'
  if (attention.epoch !== undefined) return memory.epoch !== undefined && attention.epoch !== memory.epoch
  return memory.epoch === undefined && isOther(memory, attention)
}

/**
 * Without epochs an ask is told by its project and time. While somebody waits these change as well when one of several
 * is answered and the next comes to the front: that one was there before.
 */
function isOther({ asked, waits }: AskMemory, { primary_project, updated_at, count }: Attention): boolean {
  if (asked === undefined) return true
  const isSame = primary_project === asked.primary_project
  if (isSame && updated_at === asked.updated_at) return false
  if (!waits || count > asked.count) return true
  if (count === asked.count) return isSame || !asked.projects.includes(primary_project)
  return !asked.projects.includes(primary_project) && asked.count <= asked.projects.length
}
