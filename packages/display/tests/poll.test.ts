import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Ask, type AskOutcome, afterAsk, createPoll, nextAsk, type Poll, reconnected } from '../src/index.js'

const changed: AskOutcome = { is: 'changed', etag: '"1"' }
const unchanged: AskOutcome = { is: 'unchanged' }
const failed: AskOutcome = { is: 'failed' }

/** Waits as long as the plan says and returns what is asked then. */
function ask(poll: Poll, path: Ask['path'], from: number): { ask: Ask; at: number } {
  const first = nextAsk(poll, path, from)
  if ('ask' in first) return { ask: first.ask, at: from }
  const at = from + first.wait
  const second = nextAsk(poll, path, at)
  if (!('ask' in second)) throw new Error('waited for nothing')
  return { ask: second.ask, at }
}

/** Plays what a companion answers, each after so many ms, and returns what was asked and when. */
function play(path: Ask['path'], answers: readonly (readonly [AskOutcome, number])[], from = createPoll(0), start = 0) {
  let poll = from
  let now = start
  const asked: { at: number; query: string; etag: string | undefined }[] = []
  for (const [outcome, took] of answers) {
    const next = ask(poll, path, now)
    asked.push({ at: next.at, query: next.ask.query, etag: next.ask.etag })
    now = next.at + took
    poll = afterAsk(poll, next.ask, outcome, took, now)
  }
  return { poll, now, asked, times: asked.map(({ at }) => at), queries: asked.map(({ query }) => query) }
}

describe('the status plan', () => {
  it('asks at once and without waiting first, then by long-poll', () => {
    const { asked } = play('/status', [
      [changed, 40],
      [unchanged, 25_000],
      [changed, 9000],
    ])
    expect(asked).toEqual([
      { at: 0, query: '', etag: undefined },
      { at: 290, query: '?wait=25', etag: '"1"' },
      { at: 25_540, query: '?wait=25', etag: '"1"' },
    ])
  })

  it('gives a held answer five seconds more than it is held', () => {
    const { poll, now } = play('/status', [[changed, 40]])
    expect(ask(createPoll(0), '/status', 0).ask.deadline).toBe(5000)
    expect(ask(poll, '/status', now).ask.deadline).toBe(30_000)
  })

  it('backs off to half a minute while it fails, and asks without waiting until it succeeds', () => {
    const { times, queries, poll, now } = play('/status', [
      [changed, 0],
      ...Array.from({ length: 8 }, () => [failed, 0] as const),
    ])
    expect(times.slice(1)).toEqual([250, 1250, 3250, 7250, 15_250, 30_250, 60_250, 90_250])
    expect(queries.slice(1)).toEqual(['?wait=25', '', '', '', '', '', '', ''])
    const back = afterAsk(poll, ask(poll, '/status', now).ask, unchanged, 30, 121_000)
    expect(ask(back, '/status', 121_000)).toMatchObject({ at: 121_250, ask: { query: '?wait=25' } })
  })

  it('polls every five seconds where answers are not held, and tries holding again later', () => {
    const { queries, times } = play('/status', [
      [changed, 40],
      ...Array.from({ length: 125 }, () => [unchanged, 40] as const),
    ])
    expect(queries.slice(0, 4)).toEqual(['', '?wait=25', '', ''])
    expect(times[3]).toBe((times[2] as number) + 5040)
    const again = queries.indexOf('?wait=25', 2)
    expect((times[again] as number) - (times[1] as number)).toBeGreaterThanOrEqual(10 * 60_000)
    expect((times[again] as number) - (times[1] as number)).toBeLessThan(10 * 60_000 + 6000)
  })

  it('polls every five seconds where there is no etag to hold by', () => {
    const { queries, times } = play(
      '/status',
      Array.from({ length: 4 }, () => [{ is: 'changed', etag: undefined }, 0] as const),
    )
    expect(queries).toEqual(['', '', '', ''])
    expect(times).toEqual([0, 5000, 10_000, 15_000])
  })

  it('asks less and less where every answer is news at once', () => {
    const { times } = play(
      '/status',
      Array.from({ length: 14 }, () => [changed, 1] as const),
    )
    const gaps = times.slice(1).map((at, index) => at - (times[index] as number) - 1)
    expect(gaps).toEqual([250, 250, 250, 250, 250, 250, 250, 250, 250, 500, 1000, 1000, 1000])
  })

  it('follows busy sessions as fast as they change', () => {
    const busy = Array.from({ length: 20 }, () => [changed, 850] as const)
    const { times } = play('/status', [[changed, 40], ...busy])
    expect(times.slice(2).every((at, index) => at - (times[index + 1] as number) === 1100)).toBe(true)
  })

  it('forgets that once news takes its time', () => {
    const burst = Array.from({ length: 10 }, () => [changed, 1] as const)
    const { poll, now } = play('/status', [...burst, [changed, 3000]])
    expect(ask(poll, '/status', now).at).toBe(now + 250)
  })

  it('asks at once when the network is back', () => {
    const { poll, now } = play(
      '/status',
      Array.from({ length: 6 }, () => [failed, 0] as const),
    )
    const back = reconnected(poll, now + 500)
    expect(ask(back, '/status', now + 500)).toMatchObject({ at: now + 500, ask: { query: '' } })
    expect(ask(back, '/usage', now + 500).at).toBe(now + 500)
  })
})

describe('the usage plan', () => {
  it('asks at once and every five minutes, never with an etag', () => {
    const { asked } = play('/usage', [
      [changed, 0],
      [changed, 0],
      [changed, 0],
    ])
    expect(asked).toEqual([0, 300_000, 600_000].map((at) => ({ at, query: '', etag: undefined })))
  })

  it('backs off while it fails', () => {
    const { times } = play(
      '/usage',
      Array.from({ length: 5 }, () => [failed, 0] as const),
    )
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000])
  })

  it('asks at once after a companion that was lost answers again', () => {
    let { poll } = play('/usage', [[changed, 0]])
    poll = play('/status', [[changed, 0], ...Array.from({ length: 7 }, () => [failed, 0] as const)], poll).poll
    const lost = ask(poll, '/status', 100_000)
    expect(nextAsk(poll, '/usage', 100_000)).toEqual({ wait: 200_000 })
    expect(ask(afterAsk(poll, lost.ask, unchanged, 10, 100_010), '/usage', 100_010).at).toBe(100_010)
  })
})

describe('whatever a companion does', () => {
  const outcome = fc.oneof(
    fc.constant(failed),
    fc.constant(unchanged),
    fc.record({ is: fc.constant('changed' as const), etag: fc.option(fc.constant('"x"'), { nil: undefined }) }),
  )
  const steps = fc.array(
    fc.record({
      path: fc.constantFrom('/status' as const, '/usage' as const),
      outcome,
      took: fc.integer({ min: 0, max: 30_000 }),
      idle: fc.integer({ min: 0, max: 60_000 }),
      back: fc.boolean(),
    }),
    { maxLength: 60 },
  )

  it('no path is asked twice within 250 ms, and none is left unasked for more than its interval', () => {
    fc.assert(
      fc.property(steps, (inputs) => {
        let poll = createPoll(0)
        let now = 0
        const ended: Record<string, number> = {}
        for (const { path, outcome, took, idle, back } of inputs) {
          if (back) poll = reconnected(poll, now)
          const next = ask(poll, path, now)
          expect(next.at - (ended[path] ?? -250)).toBeGreaterThanOrEqual(250)
          expect(next.at - now).toBeLessThanOrEqual(path === '/status' ? 30_000 : 300_000)
          if (next.ask.etag === undefined) expect(next.ask.query).toBe('')
          now = next.at + took
          ended[path] = now
          poll = afterAsk(poll, next.ask, outcome, took, now)
          now += idle
        }
      }),
    )
  })
})
