import { byUrgency, PROVIDERS, type SessionRecord } from '@codexbar/protocol/wire'
import { type SessionRow, STATE_WORDS, sessionRow } from '@codexbar/protocol/words'

/** The widest of the states' words, with its mark. */
export const STATE_WIDTH = Math.max(...Object.values(STATE_WORDS).map(({ word }) => word.length)) + 2

/**
 * Returns the rows of the view at `now` (Unix ms, by the companion's clock): every session, by priority and then the
 * newest first, and one row for each provider without a session.
 */
export function sessionRows(sessions: readonly SessionRecord[], now: number): SessionRow[] {
  const rows = [...sessions].sort(byUrgency).map((session) => sessionRow(session, now))
  const absent = PROVIDERS.filter((name) => !sessions.some(({ provider }) => provider === name))
  return [...rows, ...absent.map((provider) => noSession(provider))]
}

function noSession(provider: string): SessionRow {
  return { state: 'idle', project: '', provider, phrase: 'No session', age: '' }
}
