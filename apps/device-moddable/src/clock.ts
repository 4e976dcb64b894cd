import Time from 'time'
import Timer from 'timer'

/** Something that will happen, until it is cancelled. Cancelling what has happened does nothing. */
export type Pending = { cancel(): void }

/** Time as the firmware's parts take it. */
export type Clock = {
  /** Returns milliseconds that never go back. */
  now(): number
  /** Runs `run` once, `ms` milliseconds from now. */
  after(ms: number, run: () => void): Pending
  /** Runs `run` every `ms` milliseconds. */
  every(ms: number, run: () => void): Pending
}

/**
 * Returns the device's clock. `Time.ticks` has 32 bits and turns negative after 24.8 days, so steps are added up: ask at
 * least once in that time.
 */
export function createClock(): Clock {
  let last = Time.ticks
  let elapsed = 0
  return {
    now() {
      const ticks = Time.ticks
      elapsed += Time.delta(last, ticks)
      last = ticks
      return elapsed
    },
    after(ms, run) {
      let id: ReturnType<typeof Timer.set> | undefined = Timer.set(() => {
        id = undefined
        run()
      }, ms)
      return {
        cancel() {
          if (id !== undefined) Timer.clear(id)
          id = undefined
        },
      }
    },
    every(ms, run) {
      const id = Timer.repeat(run, ms)
      return { cancel: () => Timer.clear(id) }
    },
  }
}
