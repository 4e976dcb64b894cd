import { plainLine, type QuotaReport, type QuotaSourceReport } from '@codexbar/protocol/wire'
import { describeAge, describeSourceState } from '@codexbar/protocol/words'

const NAME_LIMIT = 80

/** Returns what a source is called, or its id where the companion lists no such source. */
export function nameOfSource(id: string, { sources }: Pick<QuotaReport, 'sources'>): string {
  return plainLine(sources.find(({ source }) => source === id)?.what ?? id, NAME_LIMIT)
}

/** Returns how a source stands at `now` (Unix seconds): its state, when it was looked at, and when it will be next. */
export function describeStanding({ state, looked_at, next_at }: QuotaSourceReport, now: number): string {
  const parts = [
    describeSourceState(state),
    looked_at === null ? '' : `looked ${describeAge((now - looked_at) * 1_000)} ago`,
    next_at === null ? '' : next_at > now ? `next look in ${describeAge((next_at - now) * 1_000)}` : 'next look due',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
