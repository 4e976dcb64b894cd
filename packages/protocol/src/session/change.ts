import type { State } from '../wire/state.js'
import type { Ask } from './session.js'

/** Why an ask is no longer open. */
export type Resolution = 'resolved_in_terminal' | 'retracted' | 'superseded' | 'session_ended'

/** What a signal changed, for whoever acts on it. */
export type Change =
  | { type: 'ask-opened' | 'ask-announced'; ask: Ask }
  | { type: 'ask-closed'; ask: Ask; why: Resolution }
  | { type: 'state-changed'; from?: State | undefined; to?: State | undefined; reason: string }
