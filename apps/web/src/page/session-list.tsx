import { describeReason, type OpenAsk, type SessionRecord } from '@codexbar/protocol/wire'
import { STATE_WORDS, sessionRow } from '@codexbar/protocol/words'
import { useMemo } from 'preact/hooks'
import { Age } from './age.js'

/** How many rows are drawn. Nobody reads further, and each takes time whenever the list changes. */
const DRAWN = 200

/** The sessions, most urgent first. The companion's clock is `ahead` ms of this machine's. */
export function SessionList({ sessions, ahead }: { sessions: readonly SessionRecord[]; ahead: number }) {
  const left = sessions.length - DRAWN
  return (
    <>
      <ol class="sessions" aria-label="Sessions">
        {sessions.slice(0, DRAWN).map((session) => (
          <Session key={`${session.provider}/${session.session_id}`} session={session} ahead={ahead} />
        ))}
      </ol>
      {left > 0 && <p class="left">and {left.toLocaleString('en')} more</p>}
    </>
  )
}

function Session({ session, ahead }: { session: SessionRecord; ahead: number }) {
  // Each list brings new records of the same sessions.
  return useMemo(() => <Row session={session} ahead={ahead} />, [JSON.stringify(session), ahead])
}

function Row({ session, ahead }: { session: SessionRecord; ahead: number }) {
  const { project, provider, phrase } = sessionRow(session, session.since)
  const { mark, word } = STATE_WORDS[session.state]
  return (
    <li class="session" data-state={session.state}>
      <span class="state">
        <span class="mark" aria-hidden="true">
          {mark}
        </span>
        {word}
      </span>
      <span class="project">{project}</span>
      <Age since={session.since} ahead={ahead} />
      <span class="phrase">
        <span class="provider">{provider}</span>
        {phrase === '' ? '' : ` · ${phrase}`}
      </span>
      {session.asks.length > 1 && <Asks asks={session.asks} ahead={ahead} />}
    </li>
  )
}

/** What a session waits for, oldest first, when that is more than its row can say. */
function Asks({ asks, ahead }: { asks: readonly OpenAsk[]; ahead: number }) {
  return (
    <ul class="asks">
      {asks.map(({ id, reason, tool, opened_at }) => (
        <li key={id}>
          {describeReason(reason).phrase}
          {tool === undefined ? '' : ` · ${tool}`} <Age since={opened_at} ahead={ahead} />
        </li>
      ))}
    </ul>
  )
}
