import type { OpenStream, StreamNews } from '../src/live/event-stream.js'

/** A stream of events in our hands. */
export type FakeStream = {
  readonly isEnded: boolean
  opens(): void
  breaks(how: 'interrupted' | 'closed'): void
  /** Says an event; data that is no text is spelled as JSON. */
  says(name: string, data: unknown): void
}

/** Returns what opens streams, and those that it opened. One that was ended is not heard any more. */
export function createStreams(): { streams: FakeStream[]; open: OpenStream } {
  const streams: FakeStream[] = []
  const open: OpenStream = (hear) => {
    let isEnded = false
    const tell = (news: StreamNews): void => {
      if (!isEnded) hear(news)
    }
    streams.push({
      get isEnded() {
        return isEnded
      },
      opens: () => tell({ is: 'opened' }),
      breaks: (is) => tell({ is }),
      says: (name, data) => tell({ is: 'event', name, data: typeof data === 'string' ? data : JSON.stringify(data) }),
    })
    return () => {
      isEnded = true
    }
  }
  return { streams, open }
}
