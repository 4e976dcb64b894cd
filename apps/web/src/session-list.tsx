import { describeReason, type OpenAsk, type SessionRecord } from '@codexbar/protocol/wire'
import { describeAge, STATE_WORDS, sessionRow } from '@codexbar/protocol/words'

/** Every session, as it stands at `now` (Unix ms, by the companion's clock). */
export function SessionList({ sessions, now }: { sessions: readonly SessionRecord[]; now: number }) {
  return (
    <ol class="sessions" aria-label="Sessions">
      {sessions.map((session) => (
        <Session key={`${session.provider}/${session.session_id}`} session={session} now={now} />
      ))}
    </ol>
  )
}

function Session({ session, now }: { session: SessionRecord; now: number }) {
  const { project, provider, phrase, age } = sessionRow(session, now)
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
      <span class="age">{age}</span>
      <span class="phrase">
        <span class="provider">{provider}</span>
        {phrase === '' ? '' : ` · ${phrase}`}
      </span>
      {session.asks.length > 1 && <Asks asks={session.asks} now={now} />}
    </li>
  )
}

/** What a session waits for, oldest first, when that is more than its row can say. */
function Asks({ asks, now }: { asks: readonly OpenAsk[]; now: number }) {
  return (
    <ul class="asks">
      {asks.map(({ id, reason, tool, opened_at }) => (
        <li key={id}>
          {describeReason(reason).phrase}
          {tool === undefined ? '' : ` · ${tool}`} <span class="age">{describeAge(now - opened_at)}</span>
        </li>
      ))}
    </ul>
  )
}
