import { freeze } from './freeze.js'

type SourceStateRow = { phrase: string; failed: boolean }

/**
 * How the last look at a quota source ended, what a person is told of it, and whether it is a failure: that nothing is
 * there is none. A new state is a new row.
 */
export const SOURCE_STATES = freeze({
  ok: { phrase: 'read', failed: false },
  off: { phrase: 'switched off', failed: false },
  unheard: { phrase: 'not heard yet', failed: false },
  absent: { phrase: 'not there', failed: false },
  empty: { phrase: 'no quota in it', failed: false },
  other_account: { phrase: 'of another account', failed: false },
  no_credentials: { phrase: 'not signed in', failed: true },
  auth_expired: { phrase: 'sign-in expired', failed: true },
  scope_missing: { phrase: 'token not allowed', failed: true },
  rate_limited: { phrase: 'asked too often', failed: true },
  challenged: { phrase: 'blocked on the way', failed: true },
  unreachable: { phrase: 'unreachable', failed: true },
  timeout: { phrase: 'no answer', failed: true },
  bad_answer: { phrase: 'not understood', failed: true },
  unreadable: { phrase: 'cannot be read', failed: true },
  unsupported: { phrase: 'too old to ask', failed: true },
  clock_skew: { phrase: 'clocks differ', failed: true },
} as const satisfies Record<string, SourceStateRow>)

/** A state of a source that this version knows. */
export type SourceState = keyof typeof SOURCE_STATES

/** Whether this version knows a state of a source: newer companions may say others. */
export function isSourceState(state: string): state is SourceState {
  return Object.hasOwn(SOURCE_STATES, state)
}
