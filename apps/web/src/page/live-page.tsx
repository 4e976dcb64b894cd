import type { Sessions } from '@codexbar/protocol/wire'
import { describeWhole } from '@codexbar/protocol/words'
import type { DeskKeeper } from '../display/desk-keeper.js'
import { Preview } from '../display/preview.js'
import { useBelieved } from '../hooks/use-believed.js'
import { useStore } from '../hooks/use-store.js'
import type { Live, LiveState } from '../live/live.js'
import { ConnectionNote } from './connection-note.js'
import { NoSessionNotice, SignInNotice } from './notices.js'
import { Quota } from './quota.js'
import { SessionList } from './session-list.js'

/** The display, every session beside it, the quota, and where the page stands with the companion. */
export function LivePage({ live, keeper }: { live: Live; keeper: DeskKeeper }) {
  const state = useStore(live)
  return (
    <main class="live">
      <Preview keeper={keeper} />
      <div class="beside" data-phase={state.connection.phase}>
        <ConnectionNote connection={state.connection} />
        <Beside state={state} />
      </div>
      <Quota state={state} />
    </main>
  )
}

function Beside({ state }: { state: LiveState }) {
  const { connection, sessions, trouble } = state
  if (connection.phase === 'signed-out') return <SignInNotice />
  if (sessions === undefined) return trouble === undefined ? null : <p class="trouble">{trouble}</p>
  return <Listed state={state} sessions={sessions} />
}

function Listed({ state: { status, trouble, ahead }, sessions }: { state: LiveState; sessions: Sessions }) {
  const shown = useBelieved(sessions, ahead)
  return (
    <>
      <h2 class="whole">{describeWhole({ sessions: shown }, status ?? { providers: [] })}</h2>
      {trouble !== undefined && <p class="trouble">{trouble}</p>}
      {shown.length === 0 ? <NoSessionNotice /> : <SessionList sessions={shown} ahead={ahead} />}
    </>
  )
}
