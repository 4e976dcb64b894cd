import { expect, test } from 'vitest'
import { coalesce } from '../src/live/coalesce.js'
import { createClock } from './clock.js'

const GAP = 100

/** A coalesced task whose runs take `length` ms; `runs` holds when each began. */
function runner(length = 0) {
  const clock = createClock()
  const runs: number[] = []
  const task = coalesce(
    clock,
    () => GAP,
    () => {
      runs.push(clock.now())
      return new Promise((resolve) => void clock.setTimer(length, resolve))
    },
  )
  return { clock, runs, task }
}

/** Asks at each of `times`, then waits for what is still to come. */
async function askedAt(times: readonly number[], length?: number): Promise<number[]> {
  const { clock, runs, task } = runner(length)
  for (const time of times) {
    await clock.pass(time - clock.now())
    task.ask()
  }
  await clock.pass(10_000)
  return runs
}

test.each<[string, number[], number, number[]]>([
  ['the first runs at once', [0], 0, [0]],
  ['what is asked for within the gap runs once, at its end', [0, 10, 20, 99], 0, [0, 100]],
  ['what is asked for after the gap runs at once', [0, 150], 0, [0, 150]],
  ['a steady stream runs once a gap', [0, 30, 60, 90, 120, 150, 180, 210], 0, [0, 100, 200, 300]],
  ['what is asked for during a long run comes after it', [0, 50, 220], 250, [0, 250]],
  ['a run that took longer than the gap is followed at once', [0, 249], 250, [0, 250]],
])('%s', async (_, times, length, runs) => expect(await askedAt(times, length)).toEqual(runs))

test('a gap that shrank meanwhile counts from the next time it is asked for', async () => {
  const clock = createClock()
  const runs: number[] = []
  let gap = 1_000
  const task = coalesce(
    clock,
    () => gap,
    async () => void runs.push(clock.now()),
  )
  task.ask()
  await clock.pass(10)
  task.ask()
  gap = 20
  await clock.pass(20)
  expect(runs).toEqual([0])
  task.ask()
  await clock.pass(2_000)
  expect(runs).toEqual([0, 30])
})
