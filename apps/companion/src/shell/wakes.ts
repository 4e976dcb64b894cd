import type { Clock } from './clock.js'

/** Wakes sessions when they are due. */
export type Wakes = {
  /** The session `key` wants to be woken at `at` (Unix ms), or not at all. */
  set(key: string, at: number | undefined): void
  close(): void
}

type Wake = { due: number; armedFor: number; cancel: () => void }

/**
 * Returns the timers of sessions. Almost every event moves a session's wake further away, so a timer is only touched
 * when its session wants to be woken earlier; one that fires too early is set again.
 */
export function createWakes(clock: Clock, run: (key: string) => void): Wakes {
  const wakes = new Map<string, Wake>()

  function arm(key: string, wake: Wake, ms = wake.due - clock.now()): void {
    wake.armedFor = wake.due
    wake.cancel = clock.setTimer(Math.max(0, ms), () => fire(key))
  }

  function fire(key: string): void {
    const wake = wakes.get(key)
    if (wake === undefined) return
    // What was waited for has passed, even where a clock that was set back says otherwise.
    const left = Math.min(wake.due - clock.now(), wake.due - wake.armedFor)
    if (left > 0) {
      arm(key, wake, left)
      return
    }
    wakes.delete(key)
    run(key)
  }

  return {
    set(key, at) {
      const known = wakes.get(key)
      if (at === undefined) {
        known?.cancel()
        wakes.delete(key)
      } else if (known === undefined) {
        const wake = { due: at, armedFor: at, cancel: () => undefined }
        wakes.set(key, wake)
        arm(key, wake)
      } else {
        known.due = at
        if (at >= known.armedFor) return
        known.cancel()
        arm(key, known)
      }
    },
    close() {
      for (const { cancel } of wakes.values()) cancel()
      wakes.clear()
    },
  }
}
