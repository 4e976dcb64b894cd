/** The last events, so that who was away for a moment misses none. */
export type EventRing = {
  /** The id of the last event. */
  readonly lastId: string
  /** Keeps an event; `write` gets its id and returns it ready to be sent. */
  add(write: (id: string) => string): string
  /** Returns what came after the event `id`, `undefined` when that is not known any more or was of another life. */
  since(id: string): string[] | undefined
  /** Events passed that were not kept: whoever saw the last one cannot go on from there. */
  skip(): void
}

/** Returns a ring of at most `size` events. `boot` tells this life of the companion from its others. */
export function createEventRing(boot: string, size: number): EventRing {
  const kept: string[] = []
  let last = 0

  return {
    get lastId() {
      return `${boot}-${last}`
    },
    add(write) {
      last += 1
      const event = write(`${boot}-${last}`)
      kept.push(event)
      if (kept.length > size) kept.shift()
      return event
    },
    since(id) {
      const [, of, text] = /^(\w+)-(\d{1,15})$/.exec(id) ?? []
      const missed = last - Number(text)
      if (of !== boot || missed < 0 || missed > kept.length) return undefined
      return missed === 0 ? [] : kept.slice(-missed)
    },
    skip() {
      last += 1
      kept.length = 0
    },
  }
}
