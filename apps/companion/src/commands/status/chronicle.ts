import type { SessionRecord } from '@codexbar/protocol/wire'
import { describeState, quotaSummaries, sessionRow } from '@codexbar/protocol/words'
import type { News } from './follow.js'
import { describeFigures, isSameQuota } from './quota-news.js'

/** Returns the lines that a piece of news adds to a chronicle. */
export type Chronicle = (news: News) => string[]

type Heard = Exclude<News, { lost: unknown }>

/**
 * Returns a chronicle of one line for each change of a session or of a provider's quota, each stamped with the local
 * time of the day.
 */
export function createChronicle(now: () => number): Chronicle {
  let shown = new Map<string, string>()
  let figures = new Map<string, string>()
  let lost = false
  return (news) => {
    const stamp = new Date(now()).toTimeString().slice(0, 8)
    if ('lost' in news) {
      const first = !lost
      lost = true
      return first ? [`${stamp}  ${news.lost.message}`] : []
    }
    lost = false
    const next = new Map(news.sessions.sessions.map((session) => [keyOf(session), describe(session)]))
    const changed = [...next].filter(([key, line]) => shown.get(key) !== line).map(([, line]) => line)
    const gone = [...shown].filter(([key]) => !next.has(key)).map(([, line]) => `gone: ${line}`)
    shown = next
    const said = figuresOf(news)
    const moved = [...said].filter(([provider, line]) => (figures.get(provider) ?? '') !== line)
    figures = said
    const quota = moved.map(([provider, line]) => `${provider}  ${line === '' ? 'no quota known' : line}`)
    return [...changed, ...gone, ...quota].map((line) => `${stamp}  ${line}`)
  }
}

/**
 * Returns a chronicle of one JSON document a line, for each change of what is known. That time passes, so that ages grow
 * and resets come nearer, is none.
 */
export function createJsonChronicle(): Chronicle {
  let shown = ''
  let told: Heard | undefined
  return (news) => {
    if ('lost' in news) return []
    const { status, usage } = news
    const { sessions } = news.sessions
    const known = JSON.stringify([status, sessions])
    if (told !== undefined && known === shown && isSameQuota(told, news)) return []
    shown = known
    told = news
    return [JSON.stringify({ ok: true, status, sessions, usage })]
  }
}

function figuresOf({ usage }: Heard): Map<string, string> {
  return new Map(quotaSummaries(usage, 0).map((summary) => [summary.provider, describeFigures(summary)]))
}

function keyOf({ provider, session_id }: SessionRecord): string {
  return `${provider}/${session_id}`
}

function describe(session: SessionRecord): string {
  const { state, project, provider, phrase } = sessionRow(session, session.since)
  return [describeState(state), project, provider, phrase].filter((part) => part !== '').join('  ')
}
