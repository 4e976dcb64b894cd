/** Time, handed in: `now` is Unix milliseconds, `setTimer` runs something once after `ms` and returns its cancel. */
export type Clock = {
  now(): number
  setTimer(ms: number, run: () => void): () => void
}

/** The longest a system timer can be set for; what waits longer is asked again when it fires. */
const LONGEST = 2 ** 31 - 1

/** The system's time. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
