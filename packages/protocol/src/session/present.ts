import { decay, type OpenAsk, type SessionRecord, type Standing, stand } from '../wire/record.js'
import type { Ask, Session } from './session.js'
import type { Ms } from './signal.js'
import { backgroundOf, hasBackground } from './sub-agent.js'

/** Returns what others may see of a session: where it stands and what it asks, no words. */
export function present(session: Session): SessionRecord {
  const asks = session.asks.map(openAsk)
  const rest = restOf(session)
  const standing = standingOf(session)
  const { shown } = session
  return {
    provider: session.provider,
    session_id: session.id,
    project: session.project,
    path: session.path,
    ...standing,
    since: shown?.state === standing.state ? shown.since : standing.since,
    rest,
    asks,
    background: backgroundOf(session),
    headless: session.headless,
  }
}

/** Returns where a session stands: waiting for the person while a driving ask is open. */
function standingOf(session: Session): Standing {
  const rest = restOf(session)
  return session.asks.length === 0 ? rest : stand(rest, session.asks.map(openAsk))
}

/** Returns where a session stands at `now`, `undefined` once nothing is believed of it. */
export function shownAt(session: Session, now: Ms): Standing | undefined {
  const shown = decay(standingOf(session), now)
  return shown === undefined && session.asks.length > 0 ? decay(restOf(session), now) : shown
}

/** Returns where a session stands but for its asks: a turn that ended over live background work still runs. */
export function restOf(session: Session): Standing {
  const { base } = session
  const isInBackground = base.state === 'done' && hasBackground(session)
  if (session.unsure && (isInBackground || base.state === 'running')) return { ...base, state: 'unknown', reason: '' }
  return isInBackground ? { ...base, state: 'running', reason: 'background_work' } : base
}

function openAsk(ask: Ask): OpenAsk {
  return {
    id: ask.id,
    kind: ask.kind,
    reason: ask.reason,
    ...(ask.tool === undefined ? {} : { tool: ask.tool }),
    drives: ask.drives,
    opened_at: ask.openedAt,
    at: ask.at,
  }
}
