// Stands in for the firmware's clock in these tests: the same clock, running `rate` times as fast. Limits stay what they
// are (a companion is lost after 60 s of the display's time), and 25 minutes of dimming fit in a test. The rate is a
// preference, so that one build serves all tests.
import Preference from 'preference'
import { createClock as createRealClock } from './real-clock.js'

export function createClock() {
  const clock = createRealClock()
  const rate = Number(Preference.get('test', 'rate') ?? 1)
  return {
    now: () => clock.now() * rate,
    after: (ms, run) => clock.after(ms / rate, run),
    every: (ms, run) => clock.every(ms / rate, run),
  }
}
