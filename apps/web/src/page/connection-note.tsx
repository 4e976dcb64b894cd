import { describeAge } from '@codexbar/protocol/words'
import { useTold } from '../hooks/use-told.js'
import type { Connection } from '../live/connection.js'

/** What a phase is called. */
const PHASES: Readonly<Record<Connection['phase'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'signed-out': 'Not signed in',
}

/** Where the page stands with the companion. */
export function ConnectionNote({ connection: { phase, since } }: { connection: Connection }) {
  return (
    <p class="connection" data-phase={phase}>
      <span role="status">{PHASES[phase]}</span>
      {phase === 'reconnecting' && <LostFor since={since} />}
    </p>
  )
}

/** How long ago `since` is (ms of the page's clock). */
function LostFor({ since }: { since: number }) {
  return <span class="lost-for"> for {useTold(() => describeAge(performance.now() - since))}</span>
}
