import * as v from 'valibot'
import { freeze } from './freeze.js'

const MINUTE = 60_000

/**
 * What a state means for the display: who wins (`priority`, lower first), how long it is believed without news
 * (`lifetime`, ms of age) and what follows (`decaysTo`, absent: it leaves the display).
 */
export const STATES = freeze({
  needs_user: { priority: 1, lifetime: 60 * MINUTE },
  error: { priority: 2, lifetime: 30 * MINUTE },
  done: { priority: 3, lifetime: 5 * MINUTE },
  running: { priority: 4, lifetime: 10 * MINUTE, decaysTo: 'unknown' },
  idle: { priority: 5, lifetime: 5 * MINUTE },
  unknown: { priority: 6, lifetime: 30 * MINUTE },
} as const satisfies Record<string, { priority: number; lifetime: number; decaysTo?: string }>)

/** What a session is doing, as far as anyone can tell. */
export type State = keyof typeof STATES

/** A state's name on the wire. */
export const StateSchema = v.picklist(Object.keys(STATES) as [State, ...State[]])
