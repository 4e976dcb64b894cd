import type { Sessions } from '../wire/record.js'
import type { Status } from '../wire/status.js'

/** Returns in a few words what all sessions come to. */
export function describeWhole(
  { sessions }: Pick<Sessions, 'sessions'>,
  { providers }: Pick<Status, 'providers'>,
): string {
  const count = (state: string): number => sessions.filter((session) => session.state === state).length
  const waiting = count('needs_user')
  const failed = count('error')
  const snoozed = providers.reduce((sum, { attention }) => sum + (attention.snoozed ?? 0), 0)
  const parts = [
    waiting === 0 ? 'Nothing needs you' : `${waiting} ${waiting === 1 ? 'session needs' : 'sessions need'} you`,
    failed === 0 ? '' : `${failed} failed`,
    snoozed === 0 ? '' : `${snoozed} snoozed`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
