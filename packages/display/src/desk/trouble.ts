import { freeze } from '@codexbar/protocol/wire'
import { type Companion, type Failure, heardAt } from './companion.js'
import type { Network } from './network.js'

/** What keeps the display from knowing. `{}` in a line is the companion's name. */
export type TroubleText = { words: string; title: string; lines: readonly string[] }

/** What is said of every trouble: few words for the footer, a title and lines for the set-up screen. */
export const TROUBLES = freeze({
  no_wifi: {
    words: 'no Wi-Fi set',
    title: 'Wi-Fi is not set up',
    lines: ['Give the network and its password', 'when you flash the display:', '', 'see docs/hardware.md'],
  },
  joining: {
    words: 'joining Wi-Fi',
    title: 'Joining Wi-Fi',
    lines: ['This takes a few seconds.'],
  },
  wrong_password: {
    words: 'Wi-Fi refused',
    title: 'Wrong Wi-Fi password',
    lines: ['The network refused the password.', 'It is tried again.', '', 'To change it: docs/hardware.md'],
  },
  no_access_point: {
    words: 'no such Wi-Fi',
    title: 'Wi-Fi not found',
    lines: ['No access point has that name', '(only 2.4 GHz is heard).', 'It is tried again.'],
  },
  wifi_lost: {
    words: 'Wi-Fi lost',
    title: 'Wi-Fi lost',
    lines: ['The access point does not answer.', 'It is tried again.'],
  },
  no_companion: {
    words: 'none set up',
    title: 'No companion is set up',
    lines: ['Say where the companion runs', 'when you flash the display:', '', 'see docs/hardware.md'],
  },
  asking: {
    words: 'asking',
    title: 'Asking the companion',
    lines: ['{}'],
  },
  unreachable: {
    words: 'unreachable',
    title: 'Companion unreachable',
    lines: ['{}', 'Companion moved or not running.', '', 'Start it with:', 'pnpm dev --lan'],
  },
  timeout: {
    words: 'no answer',
    title: 'Companion does not answer',
    lines: ['{}', 'It is there but says nothing.', 'It may be busy or asleep.', 'It is asked again.'],
  },
  not_paired: {
    words: 'not paired',
    title: 'Not paired yet',
    lines: ['{} wants a token.', '', 'Run beside it:', 'pnpm codexbar pair device'],
  },
  token_revoked: {
    words: 'bad token',
    title: 'Token not accepted',
    lines: ['{}', 'The token was revoked or is old.', '', 'For a new one, run beside it:', 'pnpm codexbar pair device'],
  },
  refused: {
    words: 'refused',
    title: 'Companion refused',
    lines: [
      '{}',
      'It answers, but not this display.',
      'Is it a codexbar companion?',
      '',
      'Beside it: pnpm codexbar doctor',
    ],
  },
  bad_answer: {
    words: 'bad answer',
    title: 'Answer not understood',
    lines: ['{}', 'What answers there is no codexbar', 'companion, or was cut short.'],
  },
  newer: {
    words: 'new version',
    title: 'Companion is newer',
    lines: ['{}', 'It says what this display does', 'not know yet.', '', 'Flash the display again.'],
  },
} satisfies Record<string, TroubleText>)

/** A trouble's name. */
export type Trouble = keyof typeof TROUBLES

const NETWORK_TROUBLES = freeze({
  joining: 'joining',
  lost: 'wifi_lost',
  not_found: 'no_access_point',
  wrong_password: 'wrong_password',
} satisfies Record<Exclude<Network['state'], 'joined'>, Trouble>)

/** What is known of the ways to the companions. */
export type Ways = { network: Network; hasWifi: boolean; companions: readonly Companion[] }

/** Returns what keeps the display from knowing, and at which companion, when it is one's. */
export function troubleOf(ways: Ways): { trouble: Trouble; companion: Companion | undefined } {
  const cut = networkTrouble(ways)
  if (cut !== undefined) return { trouble: cut, companion: undefined }
  const failed = lastToFail(ways.companions)
  if (failed?.failures.status !== undefined)
    return { trouble: failureTrouble(failed.failures.status, failed), companion: failed }
  const [first] = ways.companions
  return { trouble: first === undefined ? 'no_companion' : 'asking', companion: first }
}

/** Returns what keeps the display from knowing any quota: why a companion's usage fails, `undefined` when none does. */
export function quotaTroubleOf({ companions }: Ways): Trouble | undefined {
  for (const companion of companions) {
    const { usage } = companion.failures
    if (usage !== undefined) return failureTrouble(usage, companion)
  }
  return undefined
}

/** Returns what keeps the display from its network, `undefined` when nothing does. */
export function networkTrouble({ network, hasWifi }: Ways): Trouble | undefined {
  if (network.state === 'joined') return undefined
  return hasWifi ? NETWORK_TROUBLES[network.state] : 'no_wifi'
}

/** Returns what a failure means at a companion that is shown a token or none. */
export function failureTrouble(failure: Failure, { hasToken }: Companion): Trouble {
  if (failure !== 'unauthorized') return failure
  return hasToken ? 'token_revoked' : 'not_paired'
}

/** Of several that fail the one that was heard last: it is the likeliest to come back. */
function lastToFail(companions: readonly Companion[]): Companion | undefined {
  let last: Companion | undefined
  for (const companion of companions) {
    if (companion.failures.status === undefined) continue
    if (last === undefined || (heardAt(companion) ?? -1) > (heardAt(last) ?? -1)) last = companion
  }
  return last
}
