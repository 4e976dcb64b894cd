import { describeWhole } from '@codexbar/protocol/words'
import { believed } from './believed.js'
import { ConnectionNote } from './connection-note.js'
import type { DeskKeeper } from './desk-keeper.js'
import type { Live, LiveState } from './live.js'
import { NoSessionNotice, SignInNotice } from './notices.js'
import { Preview } from './preview.js'
import { SessionList } from './session-list.js'
import { useNow } from './use-now.js'
import { useStore } from './use-store.js'

/** The display, every session beside it, and where the page stands with the companion. */
export function LivePage({ live, keeper }: { live: Live; keeper: DeskKeeper }) {
  const state = useStore(live)
  const now = useNow(1_000) + state.ahead
  return (
    <main class="live">
      <Preview keeper={keeper} />
      <div class="beside" data-phase={state.connection.phase}>
        <ConnectionNote connection={state.connection} now={performance.now()} />
        <Beside state={state} now={now} />
      </div>
    </main>
  )
}

function Beside({ state: { connection, sessions, status, trouble }, now }: { state: LiveState; now: number }) {
  if (connection.phase === 'signed-out') return <SignInNotice />
  if (sessions === undefined) return trouble === undefined ? null : <p class="trouble">{trouble}</p>
  const shown = believed(sessions.sessions, now)
  return (
    <>
      <h2 class="whole">{describeWhole({ sessions: shown }, status ?? { providers: [] })}</h2>
      {trouble !== undefined && <p class="trouble">{trouble}</p>}
      {shown.length === 0 ? <NoSessionNotice /> : <SessionList sessions={shown} now={now} />}
    </>
  )
}
