import { type Client, RefusedError, UnreachableError } from '@codexbar/client'
import type { DeskInput } from '@codexbar/display'
import type { Sessions, Status } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { type EventStream, startLive } from '../src/live.js'
import { createClock } from './clock.js'

const URL = 'http://companion'
const NO_ONE = new UnreachableError(URL, undefined)
const NOT_YOU = new RefusedError(URL, 401, { error: 'unauthorized', message: 'no' })
const SESSIONS: Sessions = { ok: true, now: 90_000, sessions: [] }
const STATUS: Status = { ok: true, updated_at: 1, providers: [] }

/** A browser's stream of events, in our hands. */
class FakeStream implements EventStream {
  readonly CLOSED = 2
  readyState = 0
  private readonly listeners = new Map<string, (event: MessageEvent) => void>()

  addEventListener(name: string, listener: (event: MessageEvent) => void): void {
    this.listeners.set(name, listener)
  }
  close(): void {
    this.readyState = 2
  }
  opens(): void {
    this.readyState = 1
    this.says('open', {})
  }
  breaks(readyState: 0 | 2): void {
    this.readyState = readyState
    this.says('error', {})
  }
  says(name: string, data: unknown): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.listeners.get(name)?.(new MessageEvent(name, { data: text }))
  }
}

/** A page's tie to a companion that answers as we like. */
async function stage(answers: { sessions?: Error; status?: Error } = {}) {
  const clock = createClock()
  const streams: FakeStream[] = []
  const told: DeskInput[] = []
  const asked: string[] = []
  const answer = async <T>(name: string, failure: Error | undefined, value: T): Promise<T> => {
    asked.push(name)
    if (failure !== undefined) throw failure
    return value
  }
  const client: Pick<Client, 'sessions' | 'status' | 'usage'> = {
    sessions: () => answer('sessions', answers.sessions, SESSIONS),
    status: ({ wait = 0 } = {}) =>
      wait > 0
        ? new Promise((resolve) => void clock.setTimer(wait * 1_000, () => resolve({ changed: false })))
        : answer('status', answers.status, { changed: true, status: STATUS, etag: '"1"' }),
    usage: () => answer('usage', undefined, { ok: true, updated_at: 1, providers: [] }),
  }
  const live = startLive({
    client,
    clock,
    today: () => 60_000,
    openStream: () => {
      const stream = new FakeStream()
      streams.push(stream)
      return stream
    },
    tell: (input) => told.push(input),
  })
  await clock.pass(0)
  return {
    live,
    clock,
    streams,
    told,
    asked,
    answers,
    phase: () => live.get().connection.phase,
    stream: () => streams.at(-1) as FakeStream,
    /** What was asked for since the last call. */
    news: () => asked.splice(0).join(' '),
  }
}

describe('a page that is let in', () => {
  test('has the sessions, the usage and how far the companion is ahead', async () => {
    const { stream, phase, live, news } = await stage()
    stream().opens()
    expect(phase()).toBe('live')
    expect(news()).toBe('sessions usage')
    expect(live.get()).toMatchObject({ sessions: SESSIONS, ahead: 30_000, trouble: undefined })
  })

  test('shows a status that is sent, and asks for the sessions again', async () => {
    const { clock, stream, told, live, news } = await stage()
    stream().opens()
    await clock.pass(200)
    news()
    stream().says('status', STATUS)
    expect(told.at(-1)).toEqual({ is: 'status', from: 0, status: STATUS })
    expect(live.get().status).toEqual(STATUS)
    expect(news()).toBe('sessions')
  })

  test.each([
    ['cut short', '{"ok":true,', 'bad_answer'],
    ['of a newer kind', '{"ok":true}', 'newer'],
    ['no JSON', 'hello', 'bad_answer'],
  ])('keeps the last status when one comes %s, and says so', async (_, data, why) => {
    const { stream, told, live } = await stage()
    stream().opens()
    stream().says('status', STATUS)
    stream().says('status', data)
    expect(live.get().status).toEqual(STATUS)
    expect(told.at(-1)).toEqual({ is: 'failed', from: 0, why })
  })

  test('many changes at once are fetched together', async () => {
    const { clock, stream, news } = await stage()
    stream().opens()
    await clock.pass(1_000)
    news()
    for (let at = 0; at < 50; at += 1) stream().says('session', { provider: 'Claude', session_id: `s${at}` })
    await clock.pass(1_000)
    expect(news()).toBe('sessions sessions')
  })

  test('asks for the usage every five minutes', async () => {
    const { clock, stream, news } = await stage()
    stream().opens()
    news()
    await clock.pass(15 * 60_000)
    expect(
      news()
        .split(' ')
        .filter((name) => name === 'usage'),
    ).toHaveLength(3)
  })

  test('a list that it cannot read is said, and the last one stays', async () => {
    const { clock, stream, answers, live } = await stage()
    stream().opens()
    await clock.pass(1_000)
    answers.sessions = new Error('from a newer companion')
    stream().says('session', {})
    await clock.pass(1_000)
    expect(live.get()).toMatchObject({ sessions: SESSIONS, trouble: 'from a newer companion' })
  })
})

describe('a page that loses its companion', () => {
  test('waits for the browser to mend the stream, then fetches all anew', async () => {
    const { clock, stream, streams, phase, told, news } = await stage()
    stream().opens()
    await clock.pass(1_000)
    news()
    stream().breaks(0)
    expect(phase()).toBe('reconnecting')
    expect(told.at(-1)).toEqual({ is: 'failed', from: 0, why: 'unreachable' })
    stream().opens()
    await clock.pass(1_000)
    expect(phase()).toBe('live')
    expect(told).toContainEqual({ is: 'unchanged', from: 0 })
    expect(news()).toBe('sessions usage')
    expect(streams).toHaveLength(1)
  })

  test('opens another when the browser has given up, later each time', async () => {
    const { clock, stream, streams, answers } = await stage()
    answers.sessions = NO_ONE
    const opened: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const before = clock.now()
      stream().breaks(2)
      const count = streams.length
      while (streams.length === count) await clock.pass(50)
      opened.push(clock.now() - before)
    }
    expect(opened[0]).toBe(500)
    expect(opened).toEqual([...opened].sort((a, b) => a - b))
    expect(opened.at(-1)).toBeLessThanOrEqual(5_000)
  })

  test('notices one that froze: its stream stands, but it does not answer', async () => {
    const { clock, stream, streams, answers, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    Object.assign(answers, { sessions: NO_ONE, status: NO_ONE })
    await clock.pass(20_000)
    expect(phase()).toBe('reconnecting')
    expect(streams[0]?.readyState).toBe(2)
    delete answers.sessions
    await clock.pass(10_000)
    stream().opens()
    expect(phase()).toBe('live')
  })

  test('tries at once when someone looks', async () => {
    const { clock, stream, streams, live, answers } = await stage()
    answers.sessions = NO_ONE
    stream().breaks(2)
    live.nudge()
    expect(streams).toHaveLength(2)
    await clock.pass(0)
    expect(streams[0]?.readyState).toBe(2)
  })
})

describe('a page that is not let in', () => {
  test('closes its stream and shows the status, as the companion tells it to anyone here', async () => {
    const { clock, streams, phase, told } = await stage({ sessions: NOT_YOU })
    expect(phase()).toBe('signed-out')
    expect(streams.map(({ readyState }) => readyState)).toEqual([2])
    expect(told).toContainEqual({ is: 'status', from: 0, status: STATUS })
    await clock.pass(60_000)
    expect(told.at(-1)).toEqual({ is: 'unchanged', from: 0 })
    expect(streams).toHaveLength(1)
  })

  test('says that it is not let in where the status is not for everyone either', async () => {
    const { told } = await stage({ sessions: NOT_YOU, status: NOT_YOU })
    expect(told.at(-1)).toEqual({ is: 'failed', from: 0, why: 'unauthorized' })
  })

  test('is live once someone who was let in meanwhile looks', async () => {
    const { clock, stream, live, answers, phase } = await stage({ sessions: NOT_YOU })
    delete answers.sessions
    live.nudge()
    await clock.pass(1_000)
    stream().opens()
    expect(phase()).toBe('live')
  })
})
