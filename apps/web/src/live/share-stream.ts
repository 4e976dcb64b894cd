import type { Clock } from './clock.js'
import type { OpenStream, StreamNews } from './event-stream.js'

/** What the tabs of one browser tell each other. `term` and `id` say which holder came last. */
export type Word =
  /** I hold the stream: said at first, again and again, and to who believes to hold it, too. */
  | { is: 'holds'; term: number; id: number; isOpen: boolean }
  /** The stream that I hold says so. */
  | { is: 'news'; id: number; news: StreamNews }
  /** I do not hold it any more, and nobody else does. */
  | { is: 'leaves'; id: number }

/** What the sharing needs of a `BroadcastChannel`. */
export type Channel = {
  postMessage(word: Word): void
  addEventListener(name: 'message', listener: (event: { data: Word }) => void): void
}

/** The edges of a shared stream. */
export type ShareOptions = {
  open: OpenStream
  channel: Channel
  clock: Clock
  /** The time of the day (Unix ms): a clock that all tabs read. */
  today: () => number
  /** Whether the person can see this tab. */
  isSeen: () => boolean
  /** Tells this tab from the others. */
  id: number
}

/** A stream that all tabs of a browser hear and one of them holds. */
export type SharedStream = {
  /** Hears the stream. One tab hears it once: a second call takes the place of the first. */
  open: OpenStream
  /** Somebody looks at this tab again: it may have slept, and the holder may be gone. */
  look(): void
  /** This tab is about to go, or to sleep. */
  leave(): void
}

/** How often a holder says that it is there (ms). Browsers slow the timers of hidden tabs down to one a minute. */
const BEAT = 4_000
/** How long a holder may be silent before a tab takes the stream (ms): one that is seen, one that is not. */
const SILENCE = { seen: 10_000, hidden: 150_000 } as const
/** How long a hidden tab waits before it follows a holder that left (ms): one that is seen shall. */
const COURTESY = 500

/**
 * Returns a stream that needs one connection however many tabs hear it. Who comes last holds it, so that a page waits
 * for nobody; a holder that left, crashed or sleeps is followed by another.
 */
export function shareStream({ open, channel, clock, today, isSeen, id }: ShareOptions): SharedStream {
  let listener: { hear: (news: StreamNews) => void; isOpen: boolean } | undefined
  let held: { term: number; isOpen: boolean; end: () => void } | undefined
  let other: { term: number; id: number; isOpen: boolean; at: number } | undefined
  let status: StreamNews | undefined

  /** A new holder's stream opens for who never lost the old one's, too: between the two something may have changed. */
  function tell(news: StreamNews): void {
    if (news.is === 'event' && news.name === 'status') status = news
    if (listener === undefined) return
    if (news.is !== 'event') listener.isOpen = news.is === 'opened'
    listener.hear(news)
  }

  function sayHeld(): void {
    if (held !== undefined) channel.postMessage({ is: 'holds', id, term: held.term, isOpen: held.isOpen })
  }

  function take(): void {
    const holding = { term: Math.max(today(), (other?.term ?? 0) + 1), isOpen: false, end: () => {} }
    held = holding
    other = undefined
    sayHeld()
    holding.end = open((news) => {
      if (held !== holding) return
      if (news.is !== 'event') holding.isOpen = news.is === 'opened'
      if (news.is === 'closed') held = undefined
      channel.postMessage({ is: 'news', id, news })
      tell(news)
    })
  }

  function drop(): void {
    const end = held?.end
    held = undefined
    end?.()
  }

  function letGo(): void {
    if (held === undefined) return
    channel.postMessage({ is: 'leaves', id })
    drop()
  }

  /** A tab that wants the stream and knows of nobody who holds it takes it. */
  function look(): void {
    if (listener === undefined || held !== undefined) return
    const silence = other === undefined ? Number.POSITIVE_INFINITY : clock.now() - other.at
    if (silence >= (isSeen() ? SILENCE.seen : SILENCE.hidden)) take()
  }

  function beat(): void {
    if (held === undefined) look()
    else sayHeld()
    clock.setTimer(BEAT, beat)
  }

  const LISTEN: { [K in Word['is']]: (word: Extract<Word, { is: K }>) => void } = {
    holds(word) {
      if (held !== undefined && !isLater(word, { term: held.term, id })) return sayHeld()
      if (other !== undefined && other.id !== word.id && !isLater(word, other)) return
      drop()
      other = { term: word.term, id: word.id, isOpen: word.isOpen, at: clock.now() }
      if (word.isOpen) follow()
    },
    news({ id, news }) {
      if (other?.id !== id) return
      other = news.is === 'closed' ? undefined : { ...other, at: clock.now(), isOpen: news.is !== 'interrupted' }
      tell(news)
    },
    leaves({ id }) {
      if (other?.id !== id) return
      other = undefined
      clock.setTimer(isSeen() ? 0 : COURTESY, look)
    },
  }

  /** Tells a tab that came to a stream that stands already what it said first. */
  function follow(): void {
    if (listener?.isOpen !== false) return
    tell({ is: 'opened' })
    if (status !== undefined) tell(status)
  }

  channel.addEventListener('message', ({ data }) => (LISTEN[data.is] as (word: Word) => void)(data))
  clock.setTimer(BEAT, beat)

  return {
    open(hear) {
      const mine = { hear, isOpen: false }
      listener = mine
      look()
      if (other?.isOpen === true) follow()
      return () => {
        if (listener !== mine) return
        listener = undefined
        letGo()
      }
    },
    look,
    leave() {
      letGo()
      // What is said while it sleeps is not heard.
      other = undefined
    },
  }
}

function isLater(a: { term: number; id: number }, b: { term: number; id: number }): boolean {
  return a.term === b.term ? a.id > b.id : a.term > b.term
}
