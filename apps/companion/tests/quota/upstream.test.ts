import type { SourceState } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { QuotaPost } from '../../src/agents/quota-source.js'
import { type Called, createUpstream } from '../../src/agents/upstream.js'
import { checkConfig } from '../../src/shell/config.js'
import { createClock, type SimulatedClock, START } from '../clock.js'
import { MINUTE } from './readings.js'

type Answer = Called | 'hang'
const OK: Called = { end: { is: 'answered' }, state: 'ok' }
const LIMITED: Called = { end: { is: 'limited' }, state: 'rate_limited' }
const REFUSED: Called = { end: { is: 'refused' }, state: 'auth_expired' }

/** An upstream that answers as told, the last answer again and again, and what is seen of it. */
function upstream(
  answers: readonly Answer[],
  more: { clock?: SimulatedClock; kept?: unknown; resets?: number[]; mark?: undefined; every?: number } = {},
) {
  const clock = more.clock ?? createClock()
  const calls: number[] = []
  const notes: (readonly [SourceState, number | undefined])[] = []
  const seen = {
    calls,
    notes,
    kept: more.kept,
    mark: ('mark' in more ? more.mark : 'one') as string | undefined,
    clock,
    inFlight: 0,
    most: 0,
  }
  const source = createUpstream<undefined>(
    {
      clock,
      config: checkConfig({ quota: { every: more.every ?? 300 } }),
      random: () => 0,
      kept: more.kept,
      keep: (value: unknown) => {
        seen.kept = JSON.parse(JSON.stringify(value))
      },
      note: (state: SourceState, nextAt?: number) =>
        void notes.push([state, nextAt === undefined ? nextAt : nextAt - START]),
      resets: () => (more.resets ?? []).map((at) => START + at),
    } as unknown as QuotaPost,
    {
      async credentials() {
        return seen.mark === undefined ? { missing: 'no_credentials' } : { mark: seen.mark, value: undefined }
      },
      async call(_, signal) {
        const answer = answers[Math.min(calls.length, answers.length - 1)] ?? OK
        calls.push(clock.now() - START)
        seen.inFlight += 1
        seen.most = Math.max(seen.most, seen.inFlight)
        if (answer === 'hang') await new Promise((resolve) => signal.addEventListener('abort', resolve))
        seen.inFlight -= 1
        return answer === 'hang' ? OK : answer
      },
    },
  )
  return Object.assign(seen, { source })
}

describe('an upstream', () => {
  it('is asked at once and then every five minutes', async () => {
    const { clock, calls, notes } = upstream([OK])
    await clock.advance(16 * MINUTE)
    expect(calls).toEqual([0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE])
    expect(notes[0]).toEqual(['ok', 5 * MINUTE])
  })

  it('is asked once after a reset', async () => {
    const { clock, calls } = upstream([OK], {
      resets: [7 * MINUTE],
      kept: { lastAt: START - 1, blockedUntil: 0, failures: 0 },
      every: 3_600,
    })
    await clock.advance(59 * MINUTE)
    expect(calls).toEqual([7 * MINUTE + 20_000])
  })

  it('is left alone for as long as it asks', async () => {
    const { clock, calls } = upstream([LIMITED, LIMITED, OK])
    await clock.advance(14 * MINUTE)
    expect(calls).toEqual([0, 5 * MINUTE])
    await clock.advance(MINUTE)
    expect(calls).toEqual([0, 5 * MINUTE, 15 * MINUTE])
  })

  it('is left alone over a restart', async () => {
    const first = upstream([{ end: { is: 'limited', retryAfter: 3_037_000 }, state: 'rate_limited' }])
    await first.clock.advance(MINUTE)
    await first.source.close()
    const second = upstream([OK], { clock: first.clock, kept: first.kept })
    expect(second.notes).toEqual([['rate_limited', 3_037_000]])
    await first.clock.advance(49 * MINUTE)
    expect(second.calls).toEqual([])
    await first.clock.advance(MINUTE)
    expect(second.calls).toHaveLength(1)
  })

  it('is asked no sooner, and no later, where the clock is set', async () => {
    const { clock, calls } = upstream([OK])
    await clock.advance(MINUTE)
    clock.set(START + 60 * MINUTE)
    await clock.advance(3 * MINUTE)
    expect(calls).toHaveLength(1)
    await clock.advance(MINUTE)
    expect(calls).toHaveLength(2)
    clock.set(START - 24 * 60 * MINUTE)
    await clock.advance(7 * MINUTE)
    expect(calls).toHaveLength(3)
  })

  it('was asked by who ended during the call', async () => {
    const first = upstream(['hang'])
    await first.clock.advance(1_000)
    await first.source.close()
    const second = upstream([OK], { clock: first.clock, kept: first.kept })
    await first.clock.advance(4 * MINUTE)
    expect(second.calls).toEqual([])
    await first.clock.advance(MINUTE)
    expect(second.calls).toHaveLength(1)
  })

  it('is not shown again what it refused, also after a restart', async () => {
    const first = upstream([REFUSED, OK])
    await first.clock.advance(30 * MINUTE)
    expect(first.calls).toEqual([0])
    expect(first.notes.at(-1)).toEqual(['auth_expired', undefined])
    await first.source.close()
    const second = upstream([OK], { clock: first.clock, kept: first.kept })
    await first.clock.advance(10 * MINUTE)
    expect(second.calls).toEqual([])
    second.mark = 'two'
    await first.clock.advance(MINUTE)
    expect(second.calls).toHaveLength(1)
  })

  it('is not asked without credentials, and within a minute of them', async () => {
    const without = upstream([OK], { mark: undefined })
    await without.clock.advance(3 * MINUTE)
    expect(without.calls).toEqual([])
    expect(without.notes.at(-1)).toEqual(['no_credentials', undefined])
    without.mark = 'one'
    await without.clock.advance(MINUTE)
    expect(without.calls).toHaveLength(1)
  })

  it('may take twenty seconds', async () => {
    const { clock, notes } = upstream(['hang'])
    await clock.advance(19_999)
    expect(notes).toEqual([])
    await clock.advance(1)
    expect(notes).toEqual([['timeout', 20_000 + 5 * MINUTE]])
  })

  it('has one call at a time', async () => {
    const seen = upstream(['hang', 'hang', OK])
    await seen.clock.advance(60 * MINUTE)
    expect(seen.most).toBe(1)
  })

  it('is given up when the source closes', async () => {
    const { clock, notes, source } = upstream(['hang'])
    await clock.advance(1_000)
    await source.close()
    expect(notes).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it.each([null, 7, 'x', [], { lastAt: 'x' }, { lastAt: null }])('is asked at once where %j was kept', async (kept) => {
    const { clock, calls } = upstream([OK], { kept })
    await clock.advance(0)
    expect(calls).toEqual([0])
  })
})
