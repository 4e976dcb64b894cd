import type { Ms } from '../../../core/quota/reading.js'
import { figureIn, secondsIn } from '../../figure.js'
import { parseJson, recordIn, textIn } from '../../json.js'
import { type Limit, type LimitWindow, limitOf, limitWindow, type Slot } from './limit.js'

/** What a line of a rollout says of one limit, and when Codex wrote it. */
export type Snapshot = { limit: Limit; at: Ms }

const TIMESTAMP = /"timestamp"\s*:\s*"([^"]{1,40})"/
const LIMIT_ID = /"limit_id"\s*:\s*"([^"]{1,128})"/
const WINDOW = /"(?:primary|secondary)"\s*:\s*\{/
const RATE_LIMITS = Buffer.from('"rate_limits"')

/** How far into a line its timestamp is looked for (bytes): Codex writes it first. */
const HEAD = 128

/** Returns when a line was written, as its beginning says; `undefined` where it does not. */
export function momentOfLine(line: Buffer): Ms | undefined {
  return momentOf(TIMESTAMP.exec(line.toString('latin1', 0, HEAD))?.[1])
}

/**
 * Returns what a line says at a glance, which is much cheaper than reading it: the limit it is of, and when it was
 * written. `undefined` for a line without a window.
 */
export function glanceAt(line: Buffer): { id: string | undefined; at: Ms | undefined } | undefined {
  const begin = line.indexOf(RATE_LIMITS)
  if (begin < 0) return undefined
  const limit = line.toString('latin1', begin)
  return WINDOW.test(limit) ? { id: LIMIT_ID.exec(limit)?.[1], at: momentOfLine(line) } : undefined
}

/**
 * Returns what a line says of a limit. `undefined` for every other line, and for one whose limit has no window: Codex
 * writes such a one for each answer that brought no figures, so that it says nothing.
 */
export function readLine(line: string): Snapshot | undefined {
  const event = recordIn(parseJson(line))
  const payload = recordIn(event?.payload)
  const at = momentOf(event?.timestamp)
  if (at === undefined || payload?.type !== 'token_count') return undefined
  // Some builds had it inside `info`.
  const said = recordIn(payload.rate_limits) ?? recordIn(recordIn(payload.info)?.rate_limits)
  if (said === undefined) return undefined
  const windows = [windowIn(said, 'primary', at), windowIn(said, 'secondary', at)]
  const limit = limitOf(said.limit_id, said.limit_name, windows)
  return limit.windows.length === 0 ? undefined : { limit, at }
}

function windowIn(said: Readonly<Record<string, unknown>>, slot: Slot, at: Ms): LimitWindow | undefined {
  const window = recordIn(said[slot])
  if (window === undefined) return undefined
  const minutes = figureIn(window.window_minutes)
  const seconds = minutes === null ? null : minutes * 60
  return limitWindow(slot, { percent: window.used_percent, seconds, resetsAt: resetIn(window, at) })
}

/** Older builds said how long it takes from the event on, and for a while the moment as a text. */
function resetIn({ resets_at, resets_in_seconds }: Readonly<Record<string, unknown>>, at: Ms): Ms | null {
  const moment = secondsIn(resets_at) ?? momentOf(resets_at) ?? null
  const wait = figureIn(resets_in_seconds)
  return moment ?? (wait === null ? null : at + Math.max(0, wait) * 1_000)
}

function momentOf(text: unknown): Ms | undefined {
  const moment = Date.parse(textIn(text) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}
