import type { Withheld } from '../wire/quota.js'
import { plainLine } from '../wire/text.js'

/** What a person is told of a reading that does not count. */
const PHRASES: Readonly<Record<Withheld, string>> = {
  signed_out: 'nobody is signed in',
  other_account: 'of another account',
  skewed: 'its reset is too far ahead',
  past_horizon: 'older than its window',
  gone: 'not there any more',
  hidden: 'not chosen in the settings',
  waiting: 'lower than before: waits for a second one',
  older: 'a newer one counts',
  past_reset: 'past its reset',
}

const WORD_LIMIT = 40

/** Returns why a reading does not count, in words; a word that is not known as it is. */
export function describeWithheld(why: string): string {
  return Object.hasOwn(PHRASES, why) ? PHRASES[why as Withheld] : plainLine(why, WORD_LIMIT)
}
