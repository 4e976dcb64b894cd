import type { SessionRecord } from '@codexbar/protocol/wire'
import { describeState, sessionRow } from '@codexbar/protocol/words'
import type { News } from './follow.js'

/** Returns the lines that a piece of news adds to a chronicle. */
export type Chronicle = (news: News) => string[]

/** Returns a chronicle of one line for each change of a session, each stamped with the local time of the day. */
export function createChronicle(now: () => number): Chronicle {
  let shown = new Map<string, string>()
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
    return [...changed, ...gone].map((line) => `${stamp}  ${line}`)
  }
}

/** Returns a chronicle of one JSON document a line, for each change of what is known. */
export function createJsonChronicle(): Chronicle {
  let shown = ''
  return (news) => {
    if ('lost' in news) return []
    const line = JSON.stringify({ ok: true, status: news.status, sessions: news.sessions.sessions })
    if (line === shown) return []
    shown = line
    return [line]
  }
}

function keyOf({ provider, session_id }: SessionRecord): string {
  return `${provider}/${session_id}`
}

function describe(session: SessionRecord): string {
  const { state, project, provider, phrase } = sessionRow(session, session.since)
  return [describeState(state), project, provider, phrase].filter((part) => part !== '').join('  ')
}
