import { NAME_LIMIT } from '../wire/project.js'
import { describeReason } from '../wire/reason.js'
import type { OpenAsk, SessionRecord } from '../wire/record.js'
import type { State } from '../wire/state.js'
import { plainLine } from '../wire/text.js'
import { describeAge } from './age.js'

/** A session in words. */
export type SessionRow = { state: State; project: string; provider: string; phrase: string; age: string }

/** What a state is called, the mark that tells it without colour, and what it shows besides its reason. */
export const STATE_WORDS: Readonly<Record<State, { word: string; mark: string; phrase?: string }>> = {
  needs_user: { word: 'needs you', mark: '▲' },
  error: { word: 'error', mark: '✗' },
  done: { word: 'done', mark: '✓' },
  running: { word: 'running', mark: '●' },
  idle: { word: 'idle', mark: '·' },
  unknown: { word: 'unknown', mark: '?', phrase: 'No news for a while' },
}

/** Returns what a state is called, behind its mark. */
export function describeState(state: State): string {
  const { mark, word } = STATE_WORDS[state]
  return `${mark} ${word}`
}

/** Returns a session in words at `now` (Unix ms, by the companion's clock). */
export function sessionRow(session: SessionRecord, now: number): SessionRow {
  return {
    state: session.state,
    project: plainLine(session.project, NAME_LIMIT),
    provider: session.provider,
    phrase: phraseOf(session),
    age: describeAge(now - session.since),
  }
}

function phraseOf({ state, reason, asks, headless }: SessionRecord): string {
  const said = STATE_WORDS[state].phrase ?? (reason === '' ? '' : describeReason(reason).phrase)
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
