import { PROVIDERS, type Provider, type Status, type Usage } from '@codexbar/protocol/wire'
import { type AskMemory, NO_ASK, noticeAsk } from './new-ask.js'

/** Why an ask of a companion got no good answer. */
export type Failure = 'unreachable' | 'timeout' | 'unauthorized' | 'refused' | 'bad_answer' | 'newer'

/** Something heard and when, in ms of the caller's clock. */
type Heard<T> = { value: T; at: number }

/** All that is known of one companion. `failure` is how the last ask ended, when it did not end well. */
export type Companion = {
  label: string
  status: Heard<Status> | undefined
  usage: Heard<Usage> | undefined
  failure: Failure | undefined
  asks: Readonly<Record<Provider, AskMemory>>
}

/** How long after its last good answer a companion is believed, in ms. */
export const LOST_AFTER = 60_000

/** Returns a companion of which nothing was heard. */
export function createCompanion(label: string): Companion {
  const asks = Object.fromEntries(PROVIDERS.map((name) => [name, NO_ASK])) as Record<Provider, AskMemory>
  return { label, status: undefined, usage: undefined, failure: undefined, asks }
}

/** Returns the companion after a status, and the providers that have a new ask in it. */
export function hearStatus(
  companion: Companion,
  status: Status,
  now: number,
): { companion: Companion; news: readonly Provider[] } {
  const asks = { ...companion.asks }
  const news: Provider[] = []
  for (const name of PROVIDERS) {
    const attention = status.providers.find((provider) => provider.name === name)?.attention
    const { memory, isNew } = noticeAsk(asks[name], attention)
    asks[name] = memory
    if (isNew) news.push(name)
  }
  return { companion: { ...companion, asks, status: { value: status, at: now }, failure: undefined }, news }
}

/** Returns the companion after it said that its status is what it was. One that never said a status said nothing. */
export function hearUnchanged(companion: Companion, now: number): Companion {
  if (companion.status === undefined) return companion
  return { ...companion, status: { ...companion.status, at: now }, failure: undefined }
}

/** Returns the companion after a usage. What went wrong with its status stays known: this says nothing of that. */
export function hearUsage(companion: Companion, usage: Usage, now: number): Companion {
  return { ...companion, usage: { value: usage, at: now } }
}

/**
 * Returns when the companion last gave a good answer that says how its sessions stand, `undefined` for never. A usage
 * that leaves out attention counts only until there was a status.
 */
export function heardAt({ status, usage }: Companion): number | undefined {
  if (status === undefined) return usage?.at
  if (usage === undefined || usage.at <= status.at || !saysAttention(usage.value)) return status.at
  return usage.at
}

/** Whether the companion gave a good answer within the last minute. */
export function isLive(companion: Companion, now: number): boolean {
  const at = heardAt(companion)
  return at !== undefined && now - at < LOST_AFTER
}

/**
 * Returns how the companion's sessions stand, by its last status while that is believed, else by its last usage. Kept
 * apart, so that a usage that was overtaken by a status cannot undo it. `undefined` once the companion is lost.
 */
export function standingOf(companion: Companion, now: number): Status | undefined {
  const { status, usage } = companion
  if (!isLive(companion, now)) return undefined
  if (status !== undefined && now - status.at < LOST_AFTER) return status.value
  return usage === undefined ? undefined : statusIn(usage.value)
}

function saysAttention(usage: Usage): boolean {
  return usage.providers.some(({ attention }) => attention !== undefined)
}

function statusIn(usage: Usage): Status {
  const { updated_at } = usage
  const unsaid = { state: 'unknown', count: 0, primary_project: '', projects: [], reason: '', updated_at } as const
  const providers = usage.providers.map(({ name, attention }) => ({
    name,
    attention: attention ?? { ...unsaid, projects: [] },
  }))
  return { ok: true, updated_at, providers }
}
