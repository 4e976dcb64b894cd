import { describeAge } from '@codexbar/protocol/words'
import { useTold } from '../hooks/use-told.js'

/** How long ago `since` is (Unix ms, by the companion's clock, which is `ahead` ms of this machine's). */
export function Age({ since, ahead }: { since: number; ahead: number }) {
  return <span class="age">{useTold(() => describeAge(Date.now() + ahead - since))}</span>
}
