import type { Clock } from '../src/live/clock.js'

/** A clock in our hands: timers fire while it is moved on, each at its own time. */
export type HandClock = Clock & { pass(ms: number): Promise<void> }

/** Returns a clock that stands at 0. */
export function createClock(): HandClock {
  let now = 0
  const timers = new Set<{ at: number; task: () => void }>()
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    now: () => now,
    setTimer(ms, task) {
      const timer = { at: now + ms, task }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async pass(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.task()
        await settle()
      }
      now = end
    },
  }
}
