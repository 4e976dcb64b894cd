import type { SourceState } from '@codexbar/protocol/wire'
import { isSkewed } from '../../../core/quota/merge.js'
import { type Ms, type Observation, observe, type SeenWindow } from '../../../core/quota/reading.js'
import { figureIn } from '../../figure.js'
import { recordIn, textIn } from '../../json.js'
import { FIVE_HOUR, FLAT_WINDOWS, SEVEN_DAY, type WindowName, weekOf } from './windows.js'

/** What the body of `GET /api/oauth/usage` says, and of which windows it is all there is. */
export type UsageBody = { windows: readonly SeenWindow[]; whole: Observation['whole'] }

/** What is said of one window, never both `null`. `odd`: something that is not understood; `undefined`: nothing. */
type Said = { name: WindowName; pct: number | null; resetsAt: Ms | null } | 'odd' | 'placeholder' | undefined
type Figures = Extract<Said, object>

/** The keys of which one at least stands in such a body: an account without windows has only the last two. */
const KEYS = [...FLAT_WINDOWS.map(([key]) => key), 'limits', 'extra_usage', 'spend']

const MOST_LIMITS = 64
const WEEKLY_SCOPED = 'weekly_scoped'

/** What an entry of `limits` is of that names its `group` alone. */
const KIND_OF_GROUP: Readonly<Record<string, string>> = { session: 'session', weekly: 'weekly_all' }

/**
 * Returns what a body of `GET /api/oauth/usage` says, in percent as it stands there; `undefined` where it is none. The
 * flat windows come first, `limits` says what they do not; what an account spends is no window. What is not understood
 * costs itself only.
 */
export function readUsageBody(body: unknown): UsageBody | undefined {
  const record = recordIn(body)
  if (record === undefined || !KEYS.some((key) => Object.hasOwn(record, key))) return undefined
  const flat = FLAT_WINDOWS.map(([key, name]) => flatIn(record[key], name))
  const said = [...flat, ...limitsIn(record.limits)]
  const merged = new Map<string, Figures>()
  for (const one of said) {
    if (typeof one !== 'object') continue
    const key = `${one.name.kind ?? ''}:${one.name.durationSec}`
    merged.set(key, complete(merged.get(key), one))
  }
  return {
    windows: [...merged.values()].map(({ name, pct, resetsAt }) => ({ ...name, pct, resetsAt })),
    whole: said.includes('odd') ? [] : said.includes('placeholder') ? [''] : 'all',
  }
}

/** Returns the observation that a usage body is, and how a look that found it ended. */
export function observeBody(
  { windows, whole }: UsageBody,
  of: Pick<Observation, 'source' | 'account' | 'observedAt'>,
  now: Ms,
): { observation: Observation; state: SourceState } {
  const observation = observe({ ...of, whole, isProven: true }, windows)
  const { readings } = observation
  if (readings.length === 0) return { observation, state: whole.length === 0 ? 'bad_answer' : 'empty' }
  return { observation, state: readings.every((reading) => isSkewed(reading, now)) ? 'clock_skew' : 'ok' }
}

/** A window at 0 without a reset has not begun; where another place says more of it, that counts. */
function complete(before: Figures | undefined, more: Figures): Figures {
  if (before === undefined) return more
  if (isIdle(before)) return more
  if (isIdle(more)) return before
  return { name: before.name, pct: before.pct ?? more.pct, resetsAt: before.resetsAt ?? more.resetsAt }
}

function isIdle({ pct, resetsAt }: Pick<Figures, 'pct' | 'resetsAt'>): boolean {
  return pct === 0 && resetsAt === null
}

function flatIn(value: unknown, name: WindowName): Said {
  if (value === undefined || value === null) return undefined
  const flat = recordIn(value)
  return flat === undefined ? 'odd' : saidOf(name, flat.utilization, flat.resets_at)
}

function limitsIn(value: unknown): Said[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, MOST_LIMITS).map(limitIn) : ['odd']
}

function limitIn(value: unknown): Said {
  const limit = recordIn(value)
  if (limit === undefined) return 'odd'
  const name = nameOf(limit)
  return typeof name === 'object' ? saidOf(name, limit.percent, limit.resets_at) : name
}

/** Returns which window an entry of `limits` is of, `undefined` for one that nobody knows. */
function nameOf({ kind, group, scope }: Readonly<Record<string, unknown>>): WindowName | 'odd' | undefined {
  const place = recordIn(scope)
  const model = recordIn(place?.model)
  const guess = typeof group === 'string' && Object.hasOwn(KIND_OF_GROUP, group) ? KIND_OF_GROUP[group] : undefined
  const known = textIn(kind) ?? (guess === 'weekly_all' && place !== undefined ? WEEKLY_SCOPED : guess)
  if (known === WEEKLY_SCOPED)
    return model === undefined ? undefined : (weekOf(textIn(model.display_name) ?? '') ?? 'odd')
  if (place !== undefined) return undefined
  return known === 'session' ? FIVE_HOUR : known === 'weekly_all' ? SEVEN_DAY : undefined
}

/** The week of a model at 0 without a reset stands for one that nobody ever used (ccstatusline reads it so). */
function saidOf(name: WindowName, percent: unknown, reset: unknown): Said {
  const figure = figureIn(percent)
  const pct = figure === null ? null : Math.max(0, figure)
  const resetsAt = instantIn(reset)
  if (pct === null && resetsAt === null) return 'odd'
  return name.kind !== undefined && isIdle({ pct, resetsAt }) ? 'placeholder' : { name, pct, resetsAt }
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

/** A time without its zone is UTC, as all of them are; a time of day without its date is none. */
function instantIn(value: unknown): Ms | null {
  const found = typeof value === 'string' ? INSTANT.exec(value.trim()) : null
  if (found === null) return null
  const at = Date.parse(found[3] === undefined ? `${found[0]}Z` : found[0])
  return Number.isNaN(at) ? null : at
}
