/** Does something one at a time. */
export type InTurn = {
  /** It is done now, or once more when what is being done is over, however often that is wanted meanwhile. */
  want(): void
  /** Nothing more is begun; resolves when nothing is being done. */
  close(): Promise<void>
}

/** Returns what does `run`, which never rejects, in turn. */
export function inTurn(run: () => Promise<void>): InTurn {
  let isWanted = false
  let isClosed = false
  let flight: Promise<void> | undefined

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false
      await run()
    }
    flight = undefined
  }

  return {
    want() {
      isWanted = true
      flight ??= runWhileWanted()
    },
    async close() {
      isClosed = true
      await flight
    },
  }
}
