import { type Ask, type Change, keyOf, type Ms, type Session } from '@codexbar/protocol/session'
import { describeReason, type Provider, plainLine, type Severity } from '@codexbar/protocol/wire'

/** One notification worth sending, in words that anyone may read: nothing of what the person or the agent said. */
export type Push = {
  /** The ask it is about: one push each. */
  id: string
  /** The session the ask belongs to. */
  key: string
  title: string
  message: string
  severity: Severity
  provider: Provider
}

const LONGEST_TITLE = 120

/** How long to wait after each failure in a row (ms); the last row goes on. */
const BACK_OFF: readonly [Ms, ...Ms[]] = [5_000, 15_000, 30_000, 60_000]

/**
 * How the ids of the demo's sessions begin, and no agent's. The topic of a new installation is shared: a demo must not
 * ring it.
 */
export const DEMO_PREFIX = 'codexbar-demo-'

/** Whether a session of that id is one of the demo's: no agent was heard, and nobody waits. */
export function isOfDemo(id: string | undefined): boolean {
  return id?.startsWith(DEMO_PREFIX) === true
}

/** Returns the asks of `session` worth a push now: announced, and such that it waits for them. */
export function asksToPush(session: Session, changes: readonly Change[]): Ask[] {
  if (isOfDemo(session.id)) return []
  return changes.flatMap((change) => (change.type === 'ask-announced' && change.ask.drives ? change.ask : []))
}

/** Returns the push of an ask. `project` is the session's name among the others. */
export function pushOf(session: Session, ask: Ask, project: string): Push {
  const { phrase, severity } = describeReason(ask.reason)
  return {
    id: ask.id,
    key: keyOf(session),
    title: plainLine(`${session.provider} waiting: ${project}`, LONGEST_TITLE),
    message: phrase,
    severity: session.headless ? 'low' : severity,
    provider: session.provider,
  }
}

/** Returns how long to wait after `failures` failures in a row (ms). */
export function backOff(failures: number): Ms {
  return BACK_OFF[Math.min(failures, BACK_OFF.length) - 1] ?? BACK_OFF[0]
}
