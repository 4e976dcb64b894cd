import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterRequest,
  createPoll,
  nextRequest,
  type Poll,
  type PollOutcome,
  type PollRequest,
  reconnected,
} from '../src/index.js'

const changed: PollOutcome = { is: 'changed', etag: '"1"' }
const unchanged: PollOutcome = { is: 'unchanged' }
const failed: PollOutcome = { is: 'failed' }

/** Waits as long as the plan says and returns what is asked then. */
function ask(poll: Poll, path: PollRequest['path'], from: number): { ask: PollRequest; at: number } {
  const first = nextRequest(poll, path, from)
  if ('ask' in first) return { ask: first.ask, at: from }
  const at = from + first.wait
  const second = nextRequest(poll, path, at)
  if (!('ask' in second)) throw new Error('waited for nothing')
  return { ask: second.ask, at }
}

/** Plays what a companion answers, each after so many ms, and returns what was asked and when. */
function play(
  path: PollRequest['path'],
  answers: readonly (readonly [PollOutcome, number])[],
  from = createPoll(0),
  start = 0,
) {
  let poll = from
  let now = start
  const asked: { at: number; query: string; etag: string | undefined }[] = []
  for (const [outcome, took] of answers) {
    const next = ask(poll, path, now)
    asked.push({ at: next.at, query: next.ask.query, etag: next.ask.etag })
    now = next.at + took
    poll = afterRequest(poll, next.ask, outcome, took, now)
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
    const back = afterRequest(poll, ask(poll, '/status', now).ask, unchanged, 30, 121_000)
    expect(ask(back, '/status', 121_000)).toMatchObject({ at: 121_250, ask: { query: '?wait=25' } })
  })

  it('polls every five seconds where answers are not held, changed or not, and tries holding again later', () => {
    const { queries, times } = play('/status', [
      [changed, 40],
      ...Array.from({ length: 130 }, (_, poll) => [poll > 2 && poll % 2 === 0 ? changed : unchanged, 40] as const),
    ])
    expect(queries.slice(0, 6)).toEqual(['', '?wait=25', '?wait=25', '?wait=25', '', ''])
    const gaps = times.slice(1).map((at, index) => at - (times[index] as number))
    expect(gaps.slice(0, 8)).toEqual([290, 290, 290, 5040, 5040, 5040, 5040, 5040])
    const again = queries.indexOf('?wait=25', 4)
    expect((times[again] as number) - (times[3] as number)).toBeGreaterThanOrEqual(10 * 60_000)
    expect((times[again] as number) - (times[3] as number)).toBeLessThan(10 * 60_000 + 6000)
  })

  const short = [unchanged, 40] as const
  const kept = [unchanged, 25_000] as const
  it.each([
    ['one answer that is not held', [short], '?wait=25'],
    ['two', [short, short], '?wait=25'],
    ['three', [short, short, short], ''],
    ['three with one between that was', [short, short, kept, short], '?wait=25'],
    ['three with news between', [short, short, [changed, 40], short], '?wait=25'],
    ['three with a failure between', [short, short, [failed, 40], [unchanged, 40], short], '?wait=25'],
    ['two, after one that was not to be held', [[failed, 40], [unchanged, 40], short, short], '?wait=25'],
    ['three and then a failure', [short, short, short, [failed, 40], [unchanged, 40]], '?wait=25'],
    ['three that were held for a second', Array(3).fill([unchanged, 1000]), '?wait=25'],
    ['three that were held for less', Array(3).fill([unchanged, 999]), ''],
  ] as const)('after %s asks with %s', (_, answers, query) => {
    const { poll, now } = play('/status', [[changed, 40], ...(answers as readonly (readonly [PollOutcome, number])[])])
    expect(ask(poll, '/status', now).ask.query).toBe(query)
  })

  it('tries holding again when the network is back', () => {
    const { poll, now } = play('/status', [[changed, 40], short, short, short])
    const { queries } = play('/status', [short, short], reconnected(poll, now), now)
    expect(queries).toEqual(['', '?wait=25'])
  })

  it('backs off where nothing is said to be unchanged', () => {
    const { times, poll } = play('/status', Array(5).fill([unchanged, 0]))
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000])
    expect(poll.hurried).toBe(true)
  })

  it('polls every five seconds where there is no etag to hold by', () => {
    const { queries, times } = play(
      '/status',
      Array.from({ length: 4 }, () => [{ is: 'changed', etag: undefined }, 0] as const),
    )
    expect(queries).toEqual(['', '', '', ''])
    expect(times).toEqual([0, 5000, 10_000, 15_000])
  })

  it('follows a dozen instant changes, then asks every two seconds where every answer is news at once', () => {
    const { times } = play('/status', Array(40).fill([changed, 120]))
    const gaps = times.slice(1).map((at, index) => at - (times[index] as number))
    expect(gaps.slice(0, 13)).toEqual(Array(13).fill(370))
    expect(gaps.slice(13)).toEqual(Array(26).fill(2120))
  })

  it.each([
    ['1.2 s apart', [0], 1200, 0],
    ['as sessions that ask, are announced and are answered make them', [0, 500, 560], 1900, 250],
  ] as const)('follows changes %s for ten minutes, none late', (_, moments, period, late) => {
    let { poll, now } = play('/status', [
      [changed, 40],
      [changed, 30_000],
    ])
    const began = now
    for (let round = 1; round * period <= 600_000; round += 1) {
      for (const moment of moments) {
        const due = began + round * period + moment
        const next = ask(poll, '/status', now)
        expect(next.at - due, `round ${round}`).toBeLessThanOrEqual(late)
        now = Math.max(next.at, due)
        poll = afterRequest(poll, next.ask, changed, now - next.at, now)
      }
    }
  })

  it('has paid for a burst after a while of quiet: an event alone is never late', () => {
    const burst = play('/status', Array(40).fill([changed, 1]))
    const quiet = play('/status', [kept, kept, [changed, 9000]], burst.poll, burst.now)
    expect(ask(quiet.poll, '/status', quiet.now).at).toBe(quiet.now + 250)
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

  it('does not wait for news when the network is back, though it knows an etag', () => {
    const { poll, now } = play('/status', [[changed, 40], kept])
    expect(ask(reconnected(poll, now), '/status', now).ask).toMatchObject({ query: '', etag: '"1"', deadline: 5000 })
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
    expect(nextRequest(poll, '/usage', 100_000)).toEqual({ wait: 200_000 })
    expect(ask(afterRequest(poll, lost.ask, unchanged, 10, 100_010), '/usage', 100_010).at).toBe(100_010)
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
          poll = afterRequest(poll, next.ask, outcome, took, now)
          now += idle
        }
      }),
    )
  })

  it('over any ten minutes no path is asked more than 1,260 times', () => {
    const pace = fc.record({
      answers: fc.array(fc.record({ outcome, took: fc.integer({ min: 0, max: 2000 }), back: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      path: fc.constantFrom('/status' as const, '/usage' as const),
    })
    fc.assert(
      fc.property(pace, ({ answers, path }) => {
        let poll = createPoll(0)
        let now = 0
        const times: number[] = []
        for (let turn = 0; now < 15 * 60_000; turn += 1) {
          const { outcome, took, back } = answers[turn % answers.length] as (typeof answers)[number]
          if (back) poll = reconnected(poll, now)
          const next = ask(poll, path, now)
          times.push(next.at)
          now = next.at + took
          poll = afterRequest(poll, next.ask, outcome, took, now)
        }
        const spans = times.slice(1260).map((at, index) => at - (times[index] as number))
        expect(Math.min(...spans, Number.POSITIVE_INFINITY)).toBeGreaterThan(10 * 60_000)
      }),
      { numRuns: 50 },
    )
  })
})
