import { describeAge } from '@codexbar/protocol/words'
import type { Connection } from './connection.js'

/** What a phase is called. */
const PHASES: Readonly<Record<Connection['phase'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'signed-out': 'Not signed in',
}

/** Where the page stands with the companion, at `now` (ms of the page's clock). */
export function ConnectionNote({ connection, now }: { connection: Connection; now: number }) {
  const { phase, since } = connection
  return (
    <p class="connection" data-phase={phase}>
      <span role="status">{PHASES[phase]}</span>
      {phase === 'reconnecting' && <span class="lost-for"> for {describeAge(now - since)}</span>}
    </p>
  )
}
