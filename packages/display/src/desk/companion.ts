import { PROVIDERS, type Provider, type Status, type Usage } from '@codexbar/protocol/wire'
import { toAscii } from '../text/ascii.js'
import { type AskMemory, NO_ASK, noticeAsk } from './new-ask.js'
import { spellStatus, spellUsage } from './spell-names.js'

/** Why an ask of a companion got no good answer. */
export type Failure = 'unreachable' | 'timeout' | 'unauthorized' | 'refused' | 'bad_answer' | 'newer'

/** What a companion is asked for: how its sessions stand, or how much quota is left. */
export type Subject = 'status' | 'usage'

/** Something heard and when, in ms of the caller's clock. */
type Heard<T> = { value: T; at: number }

/** A companion as it is set up: its name, and whether the display has a token to show it. */
export type CompanionOptions = { label: string; hasToken: boolean }

/**
 * All that is known of one companion; its texts are ASCII. `failures` is how the last ask of each kind ended, where it
 * did not end well, and `failing` since when (ms) its status fails.
 */
export type Companion = {
  label: string
  hasToken: boolean
  status: Heard<Status> | undefined
  usage: Heard<Usage> | undefined
  failures: Readonly<Partial<Record<Subject, Failure>>>
  failing: number | undefined
  asks: Readonly<Record<Provider, AskMemory>>
}

/** How long after its last good answer a companion is believed, in ms. */
export const LOST_AFTER = 60_000

/** Returns a companion of which nothing was heard. */
export function createCompanion({ label, hasToken }: CompanionOptions): Companion {
  const asks = Object.fromEntries(PROVIDERS.map((name) => [name, NO_ASK])) as Record<Provider, AskMemory>
  const unheard = { status: undefined, usage: undefined, failures: {}, failing: undefined }
  return { label: toAscii(label), hasToken, ...unheard, asks }
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
  return { companion: hearFailure(heard, 'status', undefined, now), news }
}

/** Returns the companion after it said that its status is what it was: a bad answer of one that never said a status. */
export function hearUnchanged(companion: Companion, now: number): Companion {
  const { status } = companion
  if (status === undefined) return hearFailure(companion, 'status', 'bad_answer', now)
  return hearFailure({ ...companion, status: { ...status, at: now } }, 'status', undefined, now)
}

/** Returns the companion after a usage. What went wrong with its status stays known: this says nothing of that. */
export function hearUsage(companion: Companion, usage: Usage, now: number): Companion {
  return hearFailure({ ...companion, usage: { value: spellUsage(usage), at: now } }, 'usage', undefined, now)
}

/** Returns the companion after an ask of one kind failed, or with `undefined` did not. */
export function hearFailure(companion: Companion, of: Subject, why: Failure | undefined, now: number): Companion {
  const { [of]: _, ...others } = companion.failures
  const failures: Companion['failures'] = why === undefined ? others : { ...others, [of]: why }
  const failing = failures.status === undefined ? undefined : (companion.failing ?? now)
  return { ...companion, failures, failing }
}

/** Returns when the companion last said how its sessions stand, `undefined` for never. A usage says nothing of that. */
export function heardAt({ status }: Companion): number | undefined {
  return status?.at
}

/** Returns how the companion's sessions stand: its status, if it was heard within the last minute. */
export function standingOf({ status }: Companion, now: number): Status | undefined {
  return status !== undefined && now - status.at < LOST_AFTER ? status.value : undefined
}
