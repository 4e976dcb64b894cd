/** What a stream of events says, in order. After `closed` it says nothing more. */
export type StreamNews =
  /** It stands. */
  | { is: 'opened' }
  /** It broke, and mends itself. */
  | { is: 'interrupted' }
  /** It broke or was refused, and is given up. */
  | { is: 'closed' }
  | { is: 'event'; name: string; data: string }

/** Begins a stream that tells `hear`, and returns what ends it; nothing is told after that. */
export type OpenStream = (hear: (news: StreamNews) => void) => () => void

/** Returns how to open a browser's own stream of the events called `names` at `path`. */
export function eventSourceAt(path: string, names: readonly string[]): OpenStream {
  return (hear) => {
    const source = new EventSource(path)
    source.addEventListener('open', () => hear({ is: 'opened' }))
    source.addEventListener('error', () => hear({ is: source.readyState === source.CLOSED ? 'closed' : 'interrupted' }))
    for (const name of names) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => hear({ is: 'event', name, data }))
    }
    return () => source.close()
  }
}
