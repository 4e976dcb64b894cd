import { freeze } from './freeze.js'

/** What to ask a companion: a path, the `If-None-Match` to send, and how long (ms) an answer may take. */
export type Ask = { path: '/status' | '/usage'; query: string; etag: string | undefined; deadline: number }

/** How an ask ended. */
export type AskOutcome = { is: 'changed'; etag: string | undefined } | { is: 'unchanged' } | { is: 'failed' }

/** The plan of one path: when to ask next, and since when (ms) nothing else was asked. */
type Turn = { next: number; ended: number; failures: number }

/** When to ask one companion what. Times are ms of the caller's clock. */
export type Poll = {
  status: Turn
  usage: Turn
  etag: string | undefined
  /** Whether the next answer is wanted at once: nothing is known yet, or the last ask failed. */
  hurried: boolean
  /** Until when the companion is not asked to hold an answer, for it does not. */
  unheld: number
  /** How many held answers in a row came too fast to be news. */
  quick: number
  /** When `/status` last answered. */
  answered: number
}

const HOLD_S = 25
const DEADLINE = 5000
const GAP = 250
/** An unchanged answer that came sooner (ms) than this was not held. */
const NOT_HELD = 1000
/** A changed one that came sooner than this was not waited for. Several in a row may still be news: sessions are busy. */
const AT_ONCE = 100
const PATIENCE = 8
const WIDEST_GAP = 1000
const PLAIN_INTERVAL = 5000
const USAGE_INTERVAL = 5 * 60_000
const TRY_HOLDING_AGAIN = 10 * 60_000
const LOST_AFTER = 60_000
const BACK_OFF = freeze([1000, 2000, 4000, 8000, 15_000, 30_000])

/** Returns the plan of a companion that was never asked: both paths at once. */
export function createPoll(now: number): Poll {
  const turn = { next: now, ended: now - GAP, failures: 0 }
  return { status: turn, usage: turn, etag: undefined, hurried: true, unheld: now, quick: 0, answered: now }
}

/** Returns what to ask at `path` now, or how many ms to wait before that. One ask a path is in flight: the caller's care. */
export function nextAsk(poll: Poll, path: Ask['path'], now: number): { ask: Ask } | { wait: number } {
  const { next } = path === '/status' ? poll.status : poll.usage
  if (next > now) return { wait: next - now }
  if (path === '/usage') return { ask: { path, query: '', etag: undefined, deadline: DEADLINE } }
  const { etag } = poll
  if (etag === undefined || poll.hurried || now < poll.unheld)
    return { ask: { path, query: '', etag, deadline: DEADLINE } }
  return { ask: { path, query: `?wait=${HOLD_S}`, etag, deadline: HOLD_S * 1000 + DEADLINE } }
}

/** Returns the plan after an ask that ended at `now` and `took` ms. */
export function afterAsk(poll: Poll, ask: Ask, outcome: AskOutcome, took: number, now: number): Poll {
  if (ask.path === '/usage') return afterUsage(poll, outcome, now)
  if (outcome.is === 'failed') return { ...poll, status: backOff(poll.status, now), hurried: true, quick: 0 }
  const held = ask.query !== ''
  const recovered = now - poll.answered >= LOST_AFTER
  const answered = { ...poll, hurried: false, answered: now, ...(recovered ? { usage: atOnce(poll.usage, now) } : {}) }
  if (outcome.is === 'changed') {
    const quick = held && took < AT_ONCE ? poll.quick + 1 : 0
    const wait = outcome.etag === undefined ? PLAIN_INTERVAL : gapAfter(quick)
    const plain = now < poll.unheld ? PLAIN_INTERVAL : wait
    return { ...answered, etag: outcome.etag, quick, status: turnAt(now, plain) }
  }
  if (held && took < NOT_HELD) {
    return { ...answered, quick: 0, unheld: now + TRY_HOLDING_AGAIN, status: turnAt(now, PLAIN_INTERVAL) }
  }
  return { ...answered, quick: 0, status: turnAt(now, now < poll.unheld ? PLAIN_INTERVAL : GAP) }
}

/** Returns the plan when the network is back: both paths are asked at once, whatever failed before. */
export function reconnected(poll: Poll, now: number): Poll {
  return { ...poll, hurried: true, status: atOnce(poll.status, now), usage: atOnce(poll.usage, now) }
}

function afterUsage(poll: Poll, outcome: AskOutcome, now: number): Poll {
  if (outcome.is === 'failed') return { ...poll, usage: backOff(poll.usage, now) }
  return { ...poll, usage: turnAt(now, USAGE_INTERVAL) }
}

function turnAt(now: number, wait: number): Turn {
  return { next: now + wait, ended: now, failures: 0 }
}

function atOnce(turn: Turn, now: number): Turn {
  return { next: Math.max(now, turn.ended + GAP), ended: turn.ended, failures: 0 }
}

function backOff(turn: Turn, now: number): Turn {
  const failures = turn.failures + 1
  const wait = BACK_OFF[Math.min(failures, BACK_OFF.length) - 1] ?? GAP
  return { next: now + wait, ended: now, failures }
}

/** A companion that answers at once for ever is asked less and less, but soon enough to show what is new. */
function gapAfter(quick: number): number {
  return Math.min(GAP * 2 ** Math.max(0, Math.min(quick, 16) - PATIENCE), WIDEST_GAP)
}
