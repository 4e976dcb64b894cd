import type { SourceState } from '@codexbar/protocol/wire'
import { isSkewed } from '../../../core/quota/merge.js'
import { type Ms, type Observation, observe } from '../../../core/quota/reading.js'
import type { UsageBody } from './usage-body.js'

/** Returns the observation that a usage body is, and how a look that found it ended. */
export function observeBody(
  { windows, whole }: UsageBody,
  of: Pick<Observation, 'source' | 'account' | 'observedAt'>,
  now: Ms,
): { observation: Observation; state: SourceState } {
  const observation = observe({ ...of, whole, isProven: true }, windows)
  const { readings } = observation
  if (readings.length === 0) return { observation, state: whole.length === 0 ? 'bad_answer' : 'empty' }
  return { observation, state: readings.every((reading) => isSkewed(reading, now)) ? 'clock_skew' : 'ok' }
}
