import { type Client, RefusedError, UnreachableError } from '@codexbar/client'
import type { DeskInput } from '@codexbar/display'
import type { Sessions, Status, Usage } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { startLive } from '../src/live/live.js'
import { createClock } from './clock.js'
import { createStreams } from './fake-stream.js'

const URL = 'http://companion'
const NO_ONE = new UnreachableError(URL, undefined)
const TOO_LATE = new UnreachableError(URL, new DOMException('No answer in time.', 'TimeoutError'))
const NOT_YOU = new RefusedError(URL, 401, { error: 'unauthorized', message: 'no' })
const SESSIONS: Sessions = { ok: true, now: 90_000, sessions: [] }
const STATUS: Status = { ok: true, updated_at: 1, providers: [] }
const USAGE: Usage = { ok: true, updated_at: 1, providers: [] }

/** A page's tie to a companion that answers as we like. */
async function stage(answers: { sessions?: Error; status?: Error; usage?: Error; takes?: number } = {}) {
  const clock = createClock()
  const { streams, open } = createStreams()
  let isSeen = true
  const told: DeskInput[] = []
  const asked: string[] = []
  const answer = async <T>(name: string, failure: Error | undefined, value: T): Promise<T> => {
    asked.push(name)
    const { takes = failure === TOO_LATE ? 5_000 : 0 } = answers
    if (takes > 0) await new Promise<void>((resolve) => void clock.setTimer(takes, resolve))
    if (failure !== undefined) throw failure
    return value
  }
  const client: Pick<Client, 'sessions' | 'status' | 'usage'> = {
    sessions: () => answer('sessions', answers.sessions, SESSIONS),
    status: ({ etag } = {}) =>
      answer(
        'status',
        answers.status,
        etag === undefined ? { changed: true, status: STATUS, etag: '"1"' } : { changed: false },
      ),
    usage: () => answer('usage', answers.usage, USAGE),
  }
  const live = startLive({
    client,
    clock,
    today: () => 60_000,
    isSeen: () => isSeen,
    openStream: open,
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
    stream: () => streams.at(-1) ?? expect.unreachable('no stream was opened'),
    hide: () => {
      isSeen = false
    },
    /** What was asked for since the last call. */
    news: () => asked.splice(0).join(' '),
    /** How often it was asked for that since the last call. */
    count: (wanted: string) => asked.splice(0).filter((name) => name === wanted).length,
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
    expect(told.at(-1)).toEqual({ is: 'failed', of: 'status', from: 0, why })
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

  test.each<[string, number, boolean, number]>([
    ['as often as can be seen', 0, true, 41],
    ['half of the time, however long it takes', 100, true, 6],
    ['once a second while nobody looks', 0, false, 2],
  ])('a list that changes all the time is fetched %s', async (_, takes, isShown, fetched) => {
    const { clock, stream, answers, news, count, hide } = await stage()
    stream().opens()
    if (!isShown) hide()
    answers.takes = takes
    await clock.pass(1_500)
    news()
    for (let at = 0; at < 200; at += 1) {
      stream().says('session', { provider: 'Claude', session_id: `s${at}` })
      await clock.pass(5)
    }
    expect(count('sessions')).toBe(fetched)
  })

  test("the companion's clock is the same while it differs by what an answer takes", async () => {
    const { clock, stream, live } = await stage()
    stream().opens()
    const before = live.get().ahead
    SESSIONS.now += 200
    stream().says('session', {})
    await clock.pass(1_000)
    expect(live.get().ahead).toBe(before)
    SESSIONS.now += 2_000
    stream().says('session', {})
    await clock.pass(1_000)
    expect(live.get().ahead).toBe(before + 2_200)
    SESSIONS.now -= 2_200
  })

  test('asks for the usage every five minutes', async () => {
    const { clock, stream, count } = await stage()
    stream().opens()
    await clock.pass(1_000)
    count('usage')
    await clock.pass(15 * 60_000)
    expect(count('usage')).toBe(3)
  })

  test('asks for the usage again once the stream stands: a change before that was told to nobody', async () => {
    const { clock, stream, count } = await stage()
    expect(count('usage')).toBe(1)
    stream().opens()
    await clock.pass(1_000)
    expect(count('usage')).toBe(1)
  })

  test('has the usage at once when it changed, and tells the display', async () => {
    const { clock, stream, told, live, news } = await stage()
    stream().opens()
    await clock.pass(1_000)
    news()
    stream().says('usage', {})
    await clock.pass(0)
    expect(news()).toBe('usage')
    expect(told.at(-1)).toEqual({ is: 'usage', from: 0, usage: USAGE })
    expect(live.get().usage).toEqual({ value: USAGE, at: { clock: 1_000, today: 60_000 } })
  })

  test.each<[string, boolean, number]>([
    ['as often as can be seen', true, 41],
    ['once a second while nobody looks', false, 2],
  ])('a usage that changes all the time is fetched %s', async (_, isShown, fetched) => {
    const { clock, stream, count, hide } = await stage()
    stream().opens()
    if (!isShown) hide()
    await clock.pass(1_500)
    count('usage')
    for (let at = 0; at < 200; at += 1) {
      stream().says('usage', {})
      await clock.pass(5)
    }
    expect(count('usage')).toBe(fetched)
  })

  test('a usage that changed while it was fetched is fetched again', async () => {
    const { clock, stream, answers, count } = await stage()
    stream().opens()
    await clock.pass(1_000)
    count('usage')
    answers.takes = 100
    stream().says('usage', {})
    await clock.pass(50)
    stream().says('usage', {})
    await clock.pass(1_000)
    expect(count('usage')).toBe(2)
  })

  test('a usage that it could not have is asked for again before five minutes are over, and the last one stays', async () => {
    const { clock, stream, answers, live, count } = await stage()
    stream().opens()
    await clock.pass(1_000)
    answers.usage = TOO_LATE
    stream().says('usage', {})
    await clock.pass(5_000)
    expect(live.get()).toMatchObject({ usage: { value: USAGE }, usageFailure: 'timeout' })
    delete answers.usage
    count('usage')
    await clock.pass(30_000)
    expect(count('usage')).toBe(1)
    expect(live.get().usageFailure).toBeUndefined()
  })

  test('has the usage at once when somebody looks again', async () => {
    const { clock, stream, live, count, hide } = await stage()
    stream().opens()
    await clock.pass(2_000)
    hide()
    count('usage')
    live.nudge()
    await clock.pass(0)
    expect(count('usage')).toBe(1)
  })

  test('a stream that stands says nothing of the status before there was one', async () => {
    const { stream, told } = await stage()
    stream().opens()
    expect(told).not.toContainEqual({ is: 'unchanged', from: 0 })
  })

  test('a usage that it cannot have is said of the usage alone', async () => {
    const { stream, told } = await stage({ usage: NO_ONE })
    stream().opens()
    expect(told).toEqual([{ is: 'failed', of: 'usage', from: 0, why: 'unreachable' }])
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
    stream().says('status', STATUS)
    await clock.pass(1_000)
    news()
    stream().breaks('interrupted')
    expect(phase()).toBe('reconnecting')
    expect(told.at(-1)).toEqual({ is: 'failed', of: 'status', from: 0, why: 'unreachable' })
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
      stream().breaks('closed')
      const count = streams.length
      while (streams.length === count) await clock.pass(50)
      opened.push(clock.now() - before)
    }
    expect(opened[0]).toBe(500)
    expect(opened).toEqual([...opened].sort((a, b) => a - b))
    expect(opened.at(-1)).toBeLessThanOrEqual(5_000)
  })

  test('does not show an answer that the stream overtook', async () => {
    const { answers, clock, stream, live, asked } = await stage()
    stream().opens()
    answers.takes = 100
    await clock.pass(20_000)
    expect(asked).toContain('status')
    stream().says('status', { ...STATUS, updated_at: 2 })
    await clock.pass(100)
    expect(live.get().status?.updated_at).toBe(2)
  })

  test('notices one that froze: its stream stands, but it does not answer', async () => {
    const { clock, stream, streams, answers, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    Object.assign(answers, { sessions: NO_ONE, status: NO_ONE })
    await clock.pass(20_000)
    expect(phase()).toBe('reconnecting')
    expect(streams[0]?.isEnded).toBe(true)
    delete answers.sessions
    await clock.pass(10_000)
    stream().opens()
    expect(phase()).toBe('live')
  })

  test.each<[string, number, string]>([
    ['one answer that does not come in time proves nothing', 9_000, 'live'],
    ['a second one does, when nothing was heard meanwhile', 11_000, 'reconnecting'],
  ])('%s', async (_, wait, expected) => {
    const { clock, stream, answers, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    Object.assign(answers, { sessions: TOO_LATE, status: TOO_LATE })
    stream().says('session', {})
    await clock.pass(wait)
    expect(phase()).toBe(expected)
  })

  test('a companion whose stream speaks is not lost, however late its answers are', async () => {
    const { clock, stream, streams, answers, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    Object.assign(answers, { sessions: TOO_LATE, status: TOO_LATE })
    for (let at = 0; at < 30; at += 1) {
      stream().says('status', STATUS)
      await clock.pass(2_000)
      expect(phase()).toBe('live')
    }
    expect(streams).toHaveLength(1)
  })

  test('notices one that froze for good within 30 seconds, and that it goes on', async () => {
    const { clock, stream, answers, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    Object.assign(answers, { sessions: TOO_LATE, status: TOO_LATE })
    await clock.pass(30_000)
    expect(phase()).toBe('reconnecting')
    delete answers.sessions
    delete answers.status
    await clock.pass(10_000)
    stream().opens()
    expect(phase()).toBe('live')
  })

  test('tries at once when someone looks', async () => {
    const { clock, stream, streams, live, answers } = await stage()
    answers.sessions = NO_ONE
    stream().breaks('closed')
    live.nudge()
    expect(streams).toHaveLength(2)
    await clock.pass(0)
    expect(streams[0]?.isEnded).toBe(true)
  })
})

describe('a page that is not let in', () => {
  test('closes its stream and shows the status, as the companion tells it to anyone here', async () => {
    const { clock, streams, phase, told } = await stage({ sessions: NOT_YOU })
    expect(phase()).toBe('signed-out')
    expect(streams.map(({ isEnded }) => isEnded)).toEqual([true])
    expect(told).toContainEqual({ is: 'status', from: 0, status: STATUS })
    await clock.pass(60_000)
    expect(told.at(-1)).toEqual({ is: 'unchanged', from: 0 })
    expect(streams).toHaveLength(1)
  })

  test('says that it is not let in where the status is not for everyone either', async () => {
    const { told } = await stage({ sessions: NOT_YOU, status: NOT_YOU })
    expect(told.at(-1)).toEqual({ is: 'failed', of: 'status', from: 0, why: 'unauthorized' })
  })

  test('asks whether the quota is for everyone', async () => {
    const { clock, stream, answers, live, count, phase } = await stage()
    stream().opens()
    await clock.pass(1_000)
    count('usage')
    Object.assign(answers, { sessions: NOT_YOU, usage: NOT_YOU })
    stream().says('session', {})
    await clock.pass(100)
    expect(phase()).toBe('signed-out')
    expect(count('usage')).toBe(1)
    expect(live.get().usageFailure).toBe('unauthorized')
    await clock.pass(60_000)
    expect(count('usage')).toBe(0)
  })

  test.each([
    ['often while somebody looks', true, 30],
    ['now and then while nobody does', false, 2],
  ])('asks for the status %s, and lets no answer be held', async (_, isShown, asked) => {
    const { clock, news, count, hide } = await stage({ sessions: NOT_YOU })
    if (!isShown) hide()
    await clock.pass(2_000)
    news()
    await clock.pass(60_000)
    expect(count('status')).toBe(asked)
  })

  test('notices by itself that another window was let in', async () => {
    const { clock, stream, answers, phase } = await stage({ sessions: NOT_YOU })
    delete answers.sessions
    await clock.pass(10_000)
    stream().opens()
    expect(phase()).toBe('live')
  })

  test('does not ask for it while nobody looks', async () => {
    const { clock, news, hide } = await stage({ sessions: NOT_YOU })
    await clock.pass(1_000)
    hide()
    news()
    await clock.pass(60_000)
    expect(news()).not.toContain('sessions')
  })

  test('asks at once when somebody looks again', async () => {
    const { clock, live, news, hide } = await stage({ sessions: NOT_YOU })
    hide()
    await clock.pass(3_000)
    news()
    live.nudge()
    await clock.pass(0)
    expect(news()).toBe('status sessions usage')
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
