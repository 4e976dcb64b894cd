import type { Clock } from './clock.js'

/** A task that is asked for more often than it should run. */
export type Coalesced = {
  /** Runs the task now when the gap has passed since the last run began, else once as soon as it has. */
  ask(): void
}

/**
 * Returns `task` made to run at most once every `gap` ms, which may depend on how many ms the last run took, and never
 * twice at the same time. What is asked for during a run comes after it: that run may have read what was before.
 */
export function coalesce(clock: Clock, gap: (took: number) => number, task: () => Promise<void>): Coalesced {
  let began = Number.NEGATIVE_INFINITY
  let took = 0
  let isRunning = false
  let isAsked = false
  let cancelTimer: (() => void) | undefined

  function plan(): void {
    if (isRunning) return
    // The gap may be another than when this was planned.
    cancelTimer?.()
    const wait = began + gap(took) - clock.now()
    if (wait <= 0) run()
    else cancelTimer = clock.setTimer(wait, run)
  }

  function run(): void {
    cancelTimer = undefined
    isAsked = false
    isRunning = true
    began = clock.now()
    task().finally(() => {
      isRunning = false
      took = clock.now() - began
      if (isAsked) plan()
    })
  }

  return {
    ask() {
      isAsked = true
      plan()
    },
  }
}
