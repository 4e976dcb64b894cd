import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StreamNews } from '../src/live/event-stream.js'
import { type SharedStream, shareStream, type Word } from '../src/live/share-stream.js'
import { createClock } from './clock.js'
import { createStreams } from './fake-stream.js'

/** A browser whose tabs come, hide and go. A word reaches the other tabs a moment after it is said. */
function browser() {
  const clock = createClock()
  const { streams, open } = createStreams()
  const tabs: ReturnType<typeof createTab>[] = []
  let day = 1_000_000

  function createTab(id: number) {
    const listeners: ((event: { data: Word }) => void)[] = []
    const heard: StreamNews[] = []
    const postponed: (() => void)[] = []
    const awake = (task: () => void): void => {
      if (tab.isAsleep) postponed.push(task)
      else task()
    }
    const tab = {
      heard,
      isSeen: true,
      /** While it sleeps, or for ever if it crashed, it neither runs nor speaks: that is done when it wakes. */
      isAsleep: false,
      wake() {
        tab.isAsleep = false
        for (const task of postponed.splice(0)) task()
        tab.stream.look()
      },
      receive: (data: Word) =>
        awake(() => {
          for (const listener of listeners) listener({ data })
        }),
      /** What was heard, a letter each: `o`pened, `i`nterrupted, `c`losed, or the event's data. */
      story: () => heard.map((news) => (news.is === 'event' ? news.data : news.is[0])).join(' '),
      stream: undefined as unknown as SharedStream,
      end: () => {},
    }
    tab.stream = shareStream({
      open: (hear) => open((news) => awake(() => hear(news))),
      channel: {
        postMessage(word) {
          clock.setTimer(1, () => {
            for (const other of tabs) if (other !== tab) other.receive(word)
          })
        },
        addEventListener: (_, listener) => listeners.push(listener),
      },
      clock: { now: clock.now, setTimer: (ms, task) => clock.setTimer(ms, () => awake(task)) },
      today: () => day + clock.now(),
      isSeen: () => tab.isSeen,
      id,
    })
    return tab
  }

  return {
    clock,
    streams,
    tabs,
    /** Opens a tab that hears the stream. */
    async tab() {
      const tab = createTab(tabs.length)
      tabs.push(tab)
      tab.end = tab.stream.open((news) => tab.heard.push(news))
      await clock.pass(5)
      return tab
    },
    /** Someone sets the machine's clock back. */
    setBack(ms: number) {
      day -= ms
    },
    standing: () => streams.filter(({ isEnded }) => !isEnded),
    /** Opens the streams that stand, as the companion would, and says the status that they begin with. */
    answer(status = 'status') {
      for (const stream of streams) {
        stream.opens()
        stream.says('status', status)
      }
    },
  }
}

describe('the tabs of a browser', () => {
  test('hear one stream, which the last that came holds', async () => {
    const { tab, standing, answer, streams, clock } = browser()
    const first = await tab()
    answer('s1')
    const second = await tab()
    answer('s2')
    const third = await tab()
    answer('s3')
    await clock.pass(10)
    expect(standing()).toEqual([streams[2]])
    expect(first.story()).toBe('o s1 o s2 o s3')
    expect(second.story()).toBe('o s2 o s3')
    expect(third.story()).toBe('o s3')
  })

  test('that come at the same time agree on one', async () => {
    const { tab, standing, answer, tabs, clock } = browser()
    await Promise.all(Array.from({ length: 8 }, tab))
    answer()
    await clock.pass(10)
    expect(standing()).toHaveLength(1)
    expect(tabs.map((tab) => tab.story())).toEqual(tabs.map(() => 'o status'))
  })

  test('agree on one when the clock was set back', async () => {
    const { tab, standing, answer, streams, setBack, clock } = browser()
    const first = await tab()
    setBack(60_000)
    const second = await tab()
    answer()
    expect(standing()).toEqual([streams[0]])
    first.stream.leave()
    await clock.pass(10)
    answer()
    expect(standing()).toEqual([streams[2]])
    const third = await tab()
    answer()
    await clock.pass(10)
    expect(standing()).toHaveLength(1)
    expect([second.heard.at(-1)?.is, third.heard.at(-1)?.is]).toEqual(['event', 'event'])
  })

  test('follow one that crashed when the clock was set back', async () => {
    const { tab, setBack, standing, answer, clock } = browser()
    const first = await tab()
    const second = await tab()
    const last = await tab()
    setBack(60_000)
    last.isAsleep = true
    await clock.pass(15_000)
    answer('after')
    await clock.pass(10)
    expect([first.heard.at(-1), second.heard.at(-1)]).toMatchObject([{ data: 'after' }, { data: 'after' }])
    last.wake()
    await clock.pass(10_000)
    expect(standing()).toHaveLength(1)
  })

  test.each<[string, 'interrupted' | 'closed', string]>([
    ['mends itself', 'interrupted', 'o status i'],
    ['is given up', 'closed', 'o status c'],
  ])('all hear that it broke and %s', async (_, how, story) => {
    const { tab, standing, answer, clock } = browser()
    const tabs = [await tab(), await tab()]
    answer()
    await clock.pass(10)
    standing()[0]?.breaks(how)
    await clock.pass(10)
    expect(tabs.map((tab) => tab.story())).toEqual([story, story])
  })

  test('one that asks again hears that it stands, and the last status', async () => {
    const { tab, answer, clock } = browser()
    const first = await tab()
    await tab()
    answer('s1')
    await clock.pass(10)
    first.end()
    first.heard.length = 0
    first.stream.open((news) => first.heard.push(news))
    await clock.pass(10)
    expect(first.story()).toBe('o s1')
  })

  test('one that does not want the stream neither holds nor hears it', async () => {
    const { tab, standing, answer, clock } = browser()
    const first = await tab()
    first.end()
    await clock.pass(1_000_000)
    expect(standing()).toEqual([])
    const second = await tab()
    answer()
    await clock.pass(10)
    expect([first.story(), second.story()]).toEqual(['', 'o status'])
  })
})

describe('a holder that goes', () => {
  test.each<[string, (tab: { end: () => void; stream: SharedStream }) => void]>([
    ['leaves', ({ stream }) => stream.leave()],
    ['does not want it any more', ({ end }) => end()],
  ])('and %s is followed at once, by one that is seen', async (_, go) => {
    const { tab, standing, streams, clock } = browser()
    const hidden = await tab()
    await tab()
    const last = await tab()
    hidden.isSeen = false
    go(last)
    await clock.pass(10)
    expect(streams).toHaveLength(4)
    expect(standing()).toEqual([streams[3]])
    await clock.pass(1_000)
    expect(standing()).toEqual([streams[3]])
  })

  test('is followed by a hidden one when no other is there', async () => {
    const { tab, standing, clock } = browser()
    const first = await tab()
    const last = await tab()
    first.isSeen = false
    last.stream.leave()
    await clock.pass(1_000)
    expect(standing()).toHaveLength(1)
  })

  test.each([
    ['that is seen', true, 15_000],
    ['that is hidden', false, 155_000],
  ])('without a word is followed by one %s', async (_, isSeen, within) => {
    const { tab, streams, clock } = browser()
    const first = await tab()
    const last = await tab()
    first.isSeen = isSeen
    last.isAsleep = true
    await clock.pass(within / 2)
    expect(streams).toHaveLength(2)
    await clock.pass(within / 2)
    expect(streams).toHaveLength(3)
  })

  test('and sleeps is followed by one that somebody looks at', async () => {
    const { tab, streams, clock } = browser()
    const first = await tab()
    const last = await tab()
    first.isSeen = false
    last.isAsleep = true
    await clock.pass(60_000)
    first.isSeen = true
    first.stream.look()
    expect(streams).toHaveLength(3)
  })

  test('and comes back holds nothing beside its follower', async () => {
    const { tab, standing, streams, clock } = browser()
    await tab()
    const last = await tab()
    last.isAsleep = true
    await clock.pass(20_000)
    last.wake()
    await clock.pass(10_000)
    expect(standing()).toEqual([streams.at(-1)])
    expect(streams).toHaveLength(3)
  })
})

test('whatever the tabs do, one stream is left in the end, and every tab that is awake hears it', () => {
  const step = fc.record({
    who: fc.nat(5),
    does: fc.constantFrom('comes', 'hides', 'shows', 'leaves', 'sleeps', 'wakes'),
    pause: fc.constantFrom(0, 1, 400, 5_000, 70_000),
  })
  return fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { tab, tabs, clock, standing, answer } = browser()
      await tab()
      const DO: Record<(typeof steps)[number]['does'], (of: (typeof tabs)[number]) => unknown> = {
        comes: () => (tabs.length < 8 ? tab() : undefined),
        hides: (of) => {
          of.isSeen = false
        },
        shows: (of) => {
          of.isSeen = true
          of.wake()
        },
        leaves: (of) => (of.isAsleep ? undefined : of.stream.leave()),
        sleeps: (of) => {
          of.isAsleep = true
        },
        wakes: (of) => of.wake(),
      }
      for (const { who, does, pause } of steps) {
        const of = tabs[who % tabs.length]
        if (of !== undefined) await DO[does](of)
        answer()
        await clock.pass(pause)
      }
      for (const of of tabs) {
        of.isSeen = true
        of.wake()
      }
      await clock.pass(30_000)
      answer('last')
      await clock.pass(10)
      expect(standing()).toHaveLength(1)
      expect(tabs.map(({ heard }) => heard.at(-1))).toEqual(
        tabs.map(() => ({ is: 'event', name: 'status', data: 'last' })),
      )
    }),
    { numRuns: 200 },
  )
})
