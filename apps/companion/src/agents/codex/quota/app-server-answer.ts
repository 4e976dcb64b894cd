import type { SourceState } from '@codexbar/protocol/wire'
import { figureIn, secondsIn } from '../../figure.js'
import { parseJson, recordIn, textIn } from '../../json.js'
import { type Limit, limitOf, limitWindow, MAIN, type Slot } from './limit.js'

type Said = Readonly<Record<string, unknown>>

/** What the app-server says in one line: an answer to what was asked, or something of its own. */
export type Message =
  | { is: 'answer'; id: unknown; result: unknown }
  | { is: 'error'; id: unknown; state: SourceState; isEarly: boolean }
  | { is: 'update'; limit: Said }

/** Limits as the app-server tells them, by their id, as it spells them. */
export type SaidLimits = Readonly<Record<string, Said>>

const UPDATED = 'account/rateLimits/updated'
const METHOD_NOT_FOUND = -32601

/** What an error is about, by what its message says. The first row that fits counts. */
const ERRORS: readonly (readonly [RegExp, SourceState])[] = [
  [/method not found|unknown (method|variant)/i, 'unsupported'],
  [/\b429\b|too many requests/i, 'rate_limited'],
  [/\b401\b|unauthorized|expired|revoked|invalidated/i, 'auth_expired'],
  [/authentication|not (signed|logged) in|sign in|log ?in/i, 'no_credentials'],
]

/** Reads a line of the app-server; `undefined` for one that says nothing here. */
export function readMessage(line: string): Message | undefined {
  const said = recordIn(parseJson(line))
  if (said === undefined) return undefined
  if (said.method !== undefined) {
    const limit = recordIn(recordIn(said.params)?.rateLimits)
    return said.method === UPDATED && limit !== undefined ? { is: 'update', limit } : undefined
  }
  const error = recordIn(said.error)
  if (error !== undefined) return { is: 'error', id: said.id, ...readError(error) }
  return 'result' in said ? { is: 'answer', id: said.id, result: said.result } : undefined
}

function readError({ code, message }: Said): { state: SourceState; isEarly: boolean } {
  const text = textIn(message) ?? ''
  const [, state] = ERRORS.find(([pattern]) => pattern.test(text)) ?? []
  return {
    state: code === METHOD_NOT_FOUND ? 'unsupported' : (state ?? 'unreachable'),
    isEarly: /not initialized/i.test(text),
  }
}

/**
 * Returns the limits in the answer to `account/rateLimits/read` on top of those `before`, and whether it lists all there
 * are; `undefined` for another answer. The main one is said twice: what stands under its id counts.
 */
export function saidIn(result: unknown, before: SaidLimits): { limits: SaidLimits; isWhole: boolean } | undefined {
  const said = recordIn(result)
  const alone = recordIn(said?.rateLimits)
  const byId = recordIn(said?.rateLimitsByLimitId)
  if (alone === undefined && byId === undefined) return undefined
  const limits: Record<string, Said> = { ...before }
  if (alone !== undefined) limits[idOf(alone)] = alone
  for (const [id, value] of Object.entries(byId ?? {})) {
    const limit = recordIn(value)
    if (limit !== undefined) limits[id] = { ...limit, limitId: id }
  }
  return { limits, isWhole: byId !== undefined && Object.values(byId).every((value) => recordIn(value) !== undefined) }
}

/** Returns the limits after an update. It says only what changed: `null` in it clears nothing. */
export function updated(limits: SaidLimits, update: Said): SaidLimits {
  const id = idOf(update)
  return { ...limits, [id]: merged(limits[id] ?? {}, update) }
}

/** Returns limits as they are read here. */
export function limitsIn(said: SaidLimits): Limit[] {
  return Object.entries(said).map(([id, limit]) =>
    limitOf(id, limit.limitName, [windowIn('primary', limit.primary), windowIn('secondary', limit.secondary)]),
  )
}

function windowIn(slot: Slot, said: unknown) {
  const window = recordIn(said)
  if (window === undefined) return undefined
  const minutes = figureIn(window.windowDurationMins)
  return limitWindow(slot, {
    percent: window.usedPercent,
    seconds: minutes === null ? null : minutes * 60,
    resetsAt: secondsIn(window.resetsAt),
  })
}

function idOf({ limitId }: Said): string {
  return textIn(limitId) ?? MAIN
}

function merged(before: Said, update: Said): Said {
  const after: Record<string, unknown> = { ...before }
  for (const [key, value] of Object.entries(update)) {
    if (value === null || value === undefined) continue
    const [old, change] = [recordIn(before[key]), recordIn(value)]
    after[key] = old === undefined || change === undefined ? value : merged(old, change)
  }
  return after
}
