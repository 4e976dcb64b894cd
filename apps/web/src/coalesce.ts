import type { Clock } from './clock.js'

/** A task that is asked for more often than it should run. */
export type Coalesced = {
  /** Runs the task now when `gap` has passed since the last run began, else once as soon as it has. */
  ask(): void
  /** Forgets what was asked for. */
  cancel(): void
}

/**
 * Returns `task` made to run at most once every `gap` ms and never twice at the same time. What is asked for during a
 * run comes after it: that run may have read what was before.
 */
export function coalesce(clock: Clock, gap: number, task: () => Promise<void>): Coalesced {
  let last = Number.NEGATIVE_INFINITY
  let isRunning = false
  let isAsked = false
  let cancelTimer: (() => void) | undefined

  function plan(): void {
    if (isRunning || cancelTimer !== undefined) return
    const wait = last + gap - clock.now()
    if (wait <= 0) run()
    else cancelTimer = clock.setTimer(wait, run)
  }

  function run(): void {
    cancelTimer = undefined
    isAsked = false
    isRunning = true
    last = clock.now()
    task().finally(() => {
      isRunning = false
      if (isAsked) plan()
    })
  }

  return {
    ask() {
      isAsked = true
      plan()
    },
    cancel() {
      isAsked = false
      cancelTimer?.()
      cancelTimer = undefined
    },
  }
}
