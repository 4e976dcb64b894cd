import { expect, it } from 'vitest'
import { createWakes } from '../src/shell/wakes.js'
import { createClock, START } from './clock.js'

function setUp() {
  const clock = createClock()
  const woken: [key: string, at: number][] = []
  const wakes = createWakes(clock, (key) => woken.push([key, clock.now() - START]))
  return {
    clock,
    woken,
    set: (key: string, ms?: number) => wakes.set(key, ms === undefined ? undefined : START + ms),
    wakes,
  }
}

it('wakes each session when it is due', async () => {
  const { clock, woken, set } = setUp()
  set('a', 300)
  set('b', 100)
  await clock.advance(1000)
  expect(woken).toEqual([
    ['b', 100],
    ['a', 300],
  ])
})

it('touches no timer while a session wants to be woken later and later', async () => {
  const { clock, woken, set } = setUp()
  for (let ms = 100; ms <= 1000; ms += 100) set('a', ms)
  expect(clock.waiting).toBe(1)
  await clock.advance(999)
  expect(woken).toEqual([])
  await clock.advance(1)
  expect(woken).toEqual([['a', 1000]])
})

it('wakes earlier when asked to', async () => {
  const { clock, woken, set } = setUp()
  set('a', 1000)
  set('a', 200)
  await clock.advance(5000)
  expect(woken).toEqual([['a', 200]])
})

it('forgets a session that is gone, and all when it closes', async () => {
  const { clock, woken, set, wakes } = setUp()
  set('a', 100)
  set('b', 100)
  set('a')
  expect(clock.waiting).toBe(1)
  wakes.close()
  await clock.advance(1000)
  expect([woken, clock.waiting]).toEqual([[], 0])
})

it('waits no longer than it was told to when the clock is set back', async () => {
  const { clock, woken, set } = setUp()
  set('a', 300)
  set('b', 300)
  set('b', 500)
  await clock.advance(100)
  clock.set(START - 3_600_000)
  await clock.advance(200)
  expect(woken.map(([key]) => key)).toEqual(['a'])
  await clock.advance(200)
  expect(woken.map(([key]) => key)).toEqual(['a', 'b'])
})

it('wakes at once what was due before', async () => {
  const { clock, woken, set } = setUp()
  set('a', -50)
  await clock.advance(0)
  expect(woken).toEqual([['a', 0]])
})
