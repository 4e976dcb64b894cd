import { randomInt } from 'node:crypto'

const STEPS = 2 ** 32

/** Returns a number from 0 to 1 (exclusive), another each time. */
export function systemRandom(): number {
  return randomInt(STEPS) / STEPS
}
