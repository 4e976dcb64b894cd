/// <reference path="../src/moddable.d.ts" />
import type { Clock } from '../src/clock.js'

/** A clock that stands until it is moved. */
export type StandingClock = Clock & { pass(ms: number): void; pending(): number }

/** Returns a clock at 0; `pass` runs what falls due on the way, in order. */
export function standingClock(): StandingClock {
  const due: { at: number; every?: number; run: () => void }[] = []
  let now = 0
  const add = (entry: (typeof due)[number]) => {
    due.push(entry)
    return {
      cancel() {
        if (due.includes(entry)) due.splice(due.indexOf(entry), 1)
      },
    }
  }
  return {
    now: () => now,
    after: (ms, run) => add({ at: now + ms, run }),
    every: (ms, run) => add({ at: now + ms, every: ms, run }),
    pending: () => due.length,
    pass(ms) {
      const end = now + ms
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = next.at
        if (next.every === undefined) due.splice(due.indexOf(next), 1)
        else next.at += next.every
        next.run()
      }
      now = end
    },
  }
}
