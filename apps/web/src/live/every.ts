import type { Clock } from './clock.js'

/** Runs `task` every `ms`, counted from its end, for as long as the page lives. */
export function every(clock: Clock, ms: number, task: () => void | Promise<void>): void {
  clock.setTimer(ms, async () => {
    await task()
    every(clock, ms, task)
  })
}
