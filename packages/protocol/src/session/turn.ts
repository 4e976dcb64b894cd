import { closeAsks, isDialog } from './ask.js'
import { dropCalls } from './call.js'
import { forgetEnded } from './ended-call.js'
import { type Ask, changed, type Session, type Turn } from './session.js'
import type { Ms, Signal, TurnEnd } from './signal.js'
import { isRecent, LATE, mayHaveOvertaken, OVERTAKE } from './timing.js'
import { TRAITS } from './trait.js'

/** How many turns' ids a session remembers. */
const REMEMBERED = 64

/** What a signal of the main agent has to do with turns. */
type Role = 'begins' | 'reopens' | 'belongs' | 'ends'

/**
 * Signals that belong to a turn. All of them begin one that was not heard of before. In a turn that is over, `begins`
 * starts the next one, `reopens` shows after a moment that it goes on, `belongs` is late.
 */
const ROLES: Partial<Record<Signal['is'], Role>> = {
  prompted: 'begins',
  'call-began': 'reopens',
  asked: 'reopens',
  elicited: 'reopens',
  requested: 'reopens',
  'call-ended': 'belongs',
  'batch-ended': 'belongs',
  'elicitation-answered': 'belongs',
  'request-failed': 'belongs',
  worked: 'belongs',
  'turn-ended': 'ends',
}

/** Of two ends of one turn that arrive together, the stronger one is meant. */
const STRENGTH: Record<TurnEnd | 'seen-idle', number> = { 'seen-idle': 0, stop: 1, failed: 2, interrupted: 3 }

/**
 * Returns the session in the turn that a main agent's signal belongs to, or `undefined` when the signal is late: its
 * turn is over or a newer one runs.
 */
export function enterTurn(session: Session, signal: Signal, now: Ms): Session | undefined {
  const role = ROLES[signal.is]
  if (role === undefined) return session
  const { turn } = session
  if (signal.turn !== undefined && signal.turn !== turn.id) {
    return turn.known.includes(signal.turn) ? undefined : beginTurn(session, signal, now)
  }
  if (signal.is === 'turn-ended') return isOlderTurnsEnd(turn, signal, now) ? undefined : session
  if (signal.is === 'prompted') return enterByPrompt(session, signal, now)
  if (turn.over !== undefined) return goOn(session, role, signal, now)
  return isAtWork(session) ? session : changed(session, { turn: { ...turn, openedAt: now } })
}

/** A prompt that names no turn begins one, but for one that repeats or comes late, or that nobody typed into a turn. */
function enterByPrompt(session: Session, signal: Signal & { is: 'prompted' }, now: Ms): Session | undefined {
  const { over, isPrompted, beganAt } = session.turn
  const isRepeated = over === undefined && isPrompted && isRecent(beganAt, now, OVERTAKE)
  const isOvertaken = over?.orphan === true && mayHaveOvertaken(over.at, now)
  if (signal.turn !== undefined || isRepeated || isOvertaken) return undefined
  return signal.human || over !== undefined ? beginTurn(session, signal, now) : session
}

/** In a turn that is over: what arrives a while after its end, and is no mere result, shows that it goes on. */
function goOn(session: Session, role: Role, signal: Signal, now: Ms): Session | undefined {
  const { over } = session.turn
  const span = signal.turn === undefined ? OVERTAKE : LATE
  const isLate = isRecent(over?.at ?? -Infinity, now, span) || (role === 'belongs' && over?.how !== 'seen-idle')
  return isLate ? undefined : changed(session, { turn: { ...session.turn, over: undefined, openedAt: now } })
}

/** Whether the signal shows the main agent at work inside a turn. */
export function isWork(signal: Signal): boolean {
  const role = ROLES[signal.is]
  return (role === 'reopens' || role === 'belongs') && signal.is !== 'request-failed'
}

/** Returns the session with the turn before this one known to be over, once an end of it was heard. */
export function closeOverlap(session: Session, signal: Signal): Session {
  if (signal.is !== 'turn-ended' || !session.turn.overlapped) return session
  return changed(session, { turn: { ...session.turn, overlapped: false } })
}

/** Whether the signal is something that the main agent does in a turn. */
export function isOfTurn(signal: Signal): boolean {
  return ROLES[signal.is] !== undefined
}

/** Whether a turn's end may still be answered by what it overtook: a notice that arrives now was meant for before. */
export function isTurnJustOver({ turn }: Session, now: Ms): boolean {
  return turn.over !== undefined && isRecent(turn.over.at, now, LATE)
}

/** Whether the signal names a turn that a newer one has replaced. */
export function isOfOlderTurn({ turn }: Session, signal: Signal): boolean {
  return signal.turn !== undefined && signal.turn !== turn.id && turn.known.includes(signal.turn)
}

/** Returns the session with its turn over, and with it what the main agent did and asked. */
export function endTurn(session: Session, how: TurnEnd | 'seen-idle', now: Ms): Session {
  const { turn } = session
  const repeated = turn.over !== undefined && isRecent(turn.over.at, now, OVERTAKE)
  const orphan = repeated ? turn.over?.orphan === true : !isAtWork(session) && session.calls.length === 0
  const next = leaveTurn(session, now)
  return changed(next, { failing: undefined, turn: { ...turn, over: { at: now, how, orphan } } })
}

function beginTurn(session: Session, signal: Signal, now: Ms): Session {
  // What a person did not type closes nothing: the notice may be a sub-agent's.
  const human = signal.is !== 'prompted' || signal.human
  const isOldDialog = (ask: Ask) => isDialog(ask) && !isRecent(ask.openedAt, now, OVERTAKE)
  // Without ids, what began a moment ago overtook the prompt of this turn.
  const isOlder = (at: Ms) => signal.turn !== undefined || !isRecent(at, now, OVERTAKE)
  const left = leaveTurn(session, now, (ask) => isOlder(ask.openedAt) && human, isOlder)
  const next = human && TRAITS[session.provider].turnEndsDialogs ? closeAsks(left, isOldDialog, now) : left
  const turn: Turn = {
    id: signal.turn,
    known: signal.turn === undefined ? session.turn.known : [...session.turn.known, signal.turn].slice(-REMEMBERED),
    beganAt: now,
    isPrompted: signal.is === 'prompted',
    openedAt: now,
    overlapped: isAtWork(session) && session.turn.over === undefined && !isRecent(session.turn.openedAt, now, OVERTAKE),
    over: undefined,
  }
  return changed(next, { failing: undefined, turn, ...forgetEnded(session, '') })
}

/** Whether a turn is open: a start that says it is busy is none yet. */
function isAtWork({ base }: Session): boolean {
  return base.state === 'running' && base.reason !== 'session_start'
}

/** The main agent's calls and asks go, as far as each is of the turn that is left. */
function leaveTurn(
  session: Session,
  now: Ms,
  leavesAsk: (ask: Ask) => boolean = () => true,
  leavesCall: (beganAt: Ms) => boolean = () => true,
): Session {
  const next = closeAsks(session, (ask) => ask.agent === '' && leavesAsk(ask), now)
  return dropCalls(next, ({ agent, at }) => agent === '' && leavesCall(at))
}

/**
 * An end that comes with a stronger one is late. Without ids, an end that comes with a prompt that came into an open
 * turn is that turn's; `closeOverlap` sees to it that only one is.
 */
function isOlderTurnsEnd(turn: Turn, signal: Signal & { is: 'turn-ended' }, now: Ms): boolean {
  if (turn.over !== undefined) {
    return isRecent(turn.over.at, now, OVERTAKE) && STRENGTH[signal.how] < STRENGTH[turn.over.how]
  }
  return signal.turn === undefined && turn.overlapped && mayHaveOvertaken(turn.beganAt, now)
}
