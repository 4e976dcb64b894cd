import type { Clock } from '../src/shell/clock.js'

/** A clock that stands still until it is told how much time passes. */
export type SimulatedClock = Clock & {
  /** Lets time pass: timers that fall due run in order, and what they start gets its turn. */
  advance(ms: number): Promise<void>
  /** Sets the clock, as a person or the network does: timers go on as they were. */
  set(to: number): void
  /** How many timers are set. */
  readonly waiting: number
}

/** The time at which every simulated clock starts (Unix ms). */
export const START = Date.UTC(2026, 10, 30, 9)

/** Returns a clock at `START`, or at `at`. */
export function createClock(at: number = START): SimulatedClock {
  const timers = new Set<{ at: number; run: () => void }>()
  let now = at
  let passed = 0

  function nextDue(until: number) {
    return [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
  }

  function pass(to: number): void {
    now += Math.max(0, to - passed)
    passed = Math.max(passed, to)
  }

  return {
    now: () => now,
    setTimer(ms, run) {
      const timer = { at: passed + Math.max(0, ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const until = passed + ms
      await turn()
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        timers.delete(due)
        pass(due.at)
        due.run()
        await turn()
      }
      pass(until)
      await turn()
    },
    set(to) {
      now = to
    },
    get waiting() {
      return timers.size
    },
  }
}

/** Lets everything that is ready run. */
export async function turn(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets things run until `holds`. Fails after many rounds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 10_000; round += 1) {
    if (holds()) return
    await turn()
  }
  throw new Error('it never came true')
}
