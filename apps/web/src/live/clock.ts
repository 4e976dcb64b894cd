/** Time as the page's parts get it: milliseconds that only grow, and a timer that can be called off. */
export type Clock = { now(): number; setTimer(ms: number, task: () => void): () => void }

/** The browser's own time. */
export const browserClock: Clock = {
  now: () => performance.now(),
  setTimer(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
