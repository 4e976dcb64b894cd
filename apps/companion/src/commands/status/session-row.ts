import {
  byUrgency,
  describeReason,
  NAME_LIMIT,
  type OpenAsk,
  PROVIDERS,
  plainLine,
  type SessionRecord,
  type State,
} from '@codexbar/protocol/wire'
import { describeAge } from './age.js'

/** One row of the view: a session in words, or a provider that has none. */
export type SessionRow = { state: State; project: string; provider: string; phrase: string; age: string }

/** What a state is called, and what it shows besides its reason. */
const WORDS: Record<State, { word: string; mark: string; phrase?: string }> = {
  needs_user: { word: 'needs you', mark: '▲' },
  error: { word: 'error', mark: '✗' },
  done: { word: 'done', mark: '✓' },
  running: { word: 'running', mark: '●' },
  idle: { word: 'idle', mark: '·' },
  unknown: { word: 'unknown', mark: '?', phrase: 'No news for a while' },
}

/** The widest of the states' words, with its mark. */
export const STATE_WIDTH = Math.max(...Object.values(WORDS).map(({ word }) => word.length)) + 2

/** Returns what a state is called, with the mark that tells it without colour. */
export function describeState(state: State): string {
  const { mark, word } = WORDS[state]
  return `${mark} ${word}`
}

/**
 * Returns the rows of the view at `now` (Unix ms, by the companion's clock): every session, by priority and then the
 * newest first, and one row for each provider without a session.
 */
export function sessionRows(sessions: readonly SessionRecord[], now: number): SessionRow[] {
  const rows = [...sessions].sort(byUrgency).map((session) => sessionRow(session, now))
  const absent = PROVIDERS.filter((name) => !sessions.some(({ provider }) => provider === name))
  return [...rows, ...absent.map((provider) => noSession(provider))]
}

/** Returns the row of one session at `now`. */
export function sessionRow(session: SessionRecord, now: number): SessionRow {
  return {
    state: session.state,
    project: plainLine(session.project, NAME_LIMIT),
    provider: session.provider,
    phrase: phraseOf(session),
    age: describeAge(now - session.since),
  }
}

function noSession(provider: string): SessionRow {
  return { state: 'idle', project: '', provider, phrase: 'No session', age: '' }
}

function phraseOf({ state, reason, asks, headless }: SessionRecord): string {
  const said = WORDS[state].phrase ?? (reason === '' ? '' : describeReason(reason).phrase)
  const driving = state === 'needs_user' ? asks.filter((ask) => ask.drives) : []
  const parts = [
    said,
    toolOf(driving[0]),
    driving.length > 1 ? `${driving.length - 1} more` : '',
    headless ? 'unattended' : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Only a permission is about its tool; what asks a question is the question. */
function toolOf(ask: OpenAsk | undefined): string {
  return ask?.kind === 'permission' ? plainLine(ask.tool ?? '', NAME_LIMIT) : ''
}
