import { PROVIDERS, type Provider, type Status, type Usage } from '@codexbar/protocol/wire'
import { toAscii } from './ascii.js'
import { type AskMemory, NO_ASK, noticeAsk } from './new-ask.js'
import { spellStatus, spellUsage } from './spell-names.js'

/** Why an ask of a companion got no good answer. */
export type Failure = 'unreachable' | 'timeout' | 'unauthorized' | 'refused' | 'bad_answer' | 'newer'

/** What a companion is asked for: how its sessions stand, or how much quota is left. */
export type Subject = 'status' | 'usage'

/** Something heard and when, in ms of the caller's clock. */
type Heard<T> = { value: T; at: number }

/**
 * All that is known of one companion; its texts are ASCII. `failures` is how the last ask of each kind ended, where it
 * did not end well.
 */
export type Companion = {
  label: string
  status: Heard<Status> | undefined
  usage: Heard<Usage> | undefined
  failures: Readonly<Partial<Record<Subject, Failure>>>
  asks: Readonly<Record<Provider, AskMemory>>
}

/** How long after its last good answer a companion is believed, in ms. */
export const LOST_AFTER = 60_000

/** Returns a companion of which nothing was heard. */
export function createCompanion(label: string): Companion {
  const asks = Object.fromEntries(PROVIDERS.map((name) => [name, NO_ASK])) as Record<Provider, AskMemory>
  return { label: toAscii(label), status: undefined, usage: undefined, failures: {}, asks }
}

/** Returns the companion after a status, and the providers that have a new ask in it. */
export function hearStatus(
  companion: Companion,
  said: Status,
  now: number,
): { companion: Companion; news: readonly Provider[] } {
  const status = spellStatus(said)
  const asks = { ...companion.asks }
  const news: Provider[] = []
  for (const name of PROVIDERS) {
    const attention = status.providers.find((provider) => provider.name === name)?.attention
    const { memory, isNew } = noticeAsk(asks[name], attention)
    asks[name] = memory
    if (isNew) news.push(name)
  }
  const heard = { ...companion, asks, status: { value: status, at: now } }
  return { companion: hearFailure(heard, 'status', undefined), news }
}

/** Returns the companion after it said that its status is what it was: a bad answer of one that never said a status. */
export function hearUnchanged(companion: Companion, now: number): Companion {
  const { status } = companion
  if (status === undefined) return hearFailure(companion, 'status', 'bad_answer')
  return hearFailure({ ...companion, status: { ...status, at: now } }, 'status', undefined)
}

/** Returns the companion after a usage. What went wrong with its status stays known: this says nothing of that. */
export function hearUsage(companion: Companion, usage: Usage, now: number): Companion {
  return hearFailure({ ...companion, usage: { value: spellUsage(usage), at: now } }, 'usage', undefined)
}

/** Returns the companion after an ask of one kind failed, or with `undefined` did not. */
export function hearFailure(companion: Companion, of: Subject, why: Failure | undefined): Companion {
  const { [of]: _, ...failures } = companion.failures
  return { ...companion, failures: why === undefined ? failures : { ...failures, [of]: why } }
}

/** Returns when the companion last said how its sessions stand, `undefined` for never. A usage says nothing of that. */
export function heardAt({ status }: Companion): number | undefined {
  return status?.at
}

/** Returns how the companion's sessions stand: its status, if it was heard within the last minute. */
export function standingOf({ status }: Companion, now: number): Status | undefined {
  return status !== undefined && now - status.at < LOST_AFTER ? status.value : undefined
}
