import { PROVIDERS, STATES, type Status, StatusSchema, type Usage, UsageSchema } from '@codexbar/protocol/wire'
import { isModest } from './modest.js'

/** Why a body is not used: it is no answer of a companion, or one of a companion that says more than we understand. */
export type AnswerFault = 'bad_answer' | 'newer'

/** What the device has room to read, in code points: `/status` is at most 2 KiB. `length` is never less than that. */
const LONGEST_STATUS = 8 * 1024
const LONGEST_USAGE = 16 * 1024

type Loose = Record<string, unknown>

/**
 * Returns what a body of `GET /status` says. Providers that this version does not know are left out and an unknown state
 * reads as `unknown`; anything else that is not as the schema says is refused whole.
 */
export function readStatus(text: string): { ok: true; status: Status } | { ok: false; why: AnswerFault } {
  const body = parse(text, LONGEST_STATUS)
  if (body === undefined) return { ok: false, why: 'bad_answer' }
  const status = check(StatusSchema, known(body))
  return status === undefined ? { ok: false, why: 'newer' } : { ok: true, status }
}

/** Returns what a body of `GET /usage` says, as tolerant as `readStatus`; an unknown way to show it reads as none. */
export function readUsage(text: string): { ok: true; usage: Usage } | { ok: false; why: AnswerFault } {
  const body = parse(text, LONGEST_USAGE)
  if (body === undefined) return { ok: false, why: 'bad_answer' }
  const usage = check(UsageSchema, known(body))
  return usage === undefined ? { ok: false, why: 'newer' } : { ok: true, usage }
}

/** The schema's own way to check (standardschema.dev): the wire brings the checker along, a second one is no use. */
type Schema<T> = { '~standard': { validate(value: unknown): Checked<T> | Promise<Checked<T>> } }
type Checked<T> = { value: T; issues?: undefined } | { issues: readonly unknown[] }

function check<T>(schema: Schema<T>, body: Loose): T | undefined {
  const checked = schema['~standard'].validate(body)
  return 'then' in checked || checked.issues !== undefined ? undefined : checked.value
}

/** Returns the object in `text` when it is a companion's good answer. */
function parse(text: string, longest: number): Loose | undefined {
  if (text.length > longest || !isModest(text)) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return isLoose(body) && body.ok === true ? body : undefined
  } catch {
    return undefined
  }
}

/** The body without what only a newer companion says. */
function known(body: Loose): Loose {
  const { show, ...others } = body
  const styled = typeof show !== 'string' || show === 'used' || show === 'remaining' ? body : others
  if (!Array.isArray(styled.providers)) return styled
  return { ...styled, providers: styled.providers.filter(isKnownProvider).map(readable) }
}

function isKnownProvider(provider: unknown): boolean {
  if (!isLoose(provider) || typeof provider.name !== 'string') return true
  return PROVIDERS.some((name) => name === provider.name)
}

function readable(provider: unknown): unknown {
  if (!isLoose(provider) || !isLoose(provider.attention)) return provider
  const { state } = provider.attention
  if (typeof state !== 'string' || Object.hasOwn(STATES, state)) return provider
  return { ...provider, attention: { ...provider.attention, state: 'unknown' } }
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
