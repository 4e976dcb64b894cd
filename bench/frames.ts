import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bundleForXs } from '../tests/kit/xs/bundle-for-xs.js'
import { findEngine } from '../tests/kit/xs/xs-engine.js'
import { startXs, type XsWorker } from '../tests/kit/xs/xs-worker.js'
import type { Figure, Row } from './figure.js'
import { LOOPS, type Loop } from './frame-loops.js'
import { median } from './statistics.js'

const ROUNDS = 9

/** How often each is asked a round. Little garbage may come of a round of `garbage`: a collection would hide it. */
const TIMES = {
  Node: { frame: 200_000, second: 2_000 },
  XS: { frame: 20_000, second: 200 },
  garbage: { frame: 50_000, second: 50 },
}

/** What a call may leave on the heap in a frame (bytes): what measuring itself leaves, shared by all calls. */
const CRUMBS = 0.5

/** How many slots the heap of a Moddable Two has, by the SDK's manifest of it. */
const HEAP = 4_928

/** What the display's functions cost: those of every frame, and the scene of every second. */
export const frames: Figure = {
  id: 'frames',
  title: `the display's functions, one call, median of ${ROUNDS} interleaved rounds`,
  async measure() {
    return [...(await measureIn('Node', runHere)), ...measureGarbage(), ...(await measureInXs())]
  },
}

/** Runs a loop and resolves to how long that took (ms). */
type Run = (loop: string, times: number) => Promise<number>

async function measureInXs(): Promise<Row[]> {
  const engine = findEngine()
  if ('missing' in engine) return [{ name: 'in XS', skipped: engine.missing }]
  const xs = startXs(engine.worker)
  try {
    await xs.evaluate(await bundleForXs(`${import.meta.dirname}/frame-loops.ts`, 'frames'))
    await xs.evaluate(
      'function timed(run, times) { const began = performance.now(); run(times); return performance.now() - began }',
    )
    const rows = await measureIn('XS', (loop, times) => xs.ask(`timed(frames.LOOPS.${loop}.run, ${times})`))
    return [...rows, ...(await measureSlots(xs))]
  } finally {
    await xs.stop()
  }
}

/** What a call of each takes of the heap. The engine counts, so one round says it; of few calls, nothing is collected. */
async function measureSlots(xs: XsWorker): Promise<Row[]> {
  const taken = new Map<string, number>()
  for (const name of Object.keys(LOOPS)) {
    const [few, more] = [
      await xs.slotsOf(`frames.LOOPS.${name}.run(1)`),
      await xs.slotsOf(`frames.LOOPS.${name}.run(3)`),
    ]
    taken.set(name, (more - few) / 2)
  }
  return Object.entries(LOOPS).map(([name, { every, floor }]) => {
    const value = taken.get(name) ?? Number.NaN
    const demand = every === 'frame' ? { pass: value === 0, note: '= 0' } : { note: `of ${HEAP} on a Moddable Two` }
    return {
      name: `slots of ${name} in XS`,
      value,
      unit: 'slots',
      ...(every === 'second' && floor !== undefined ? { floor: taken.get(floor) ?? Number.NaN } : {}),
      ...demand,
    }
  })
}

async function runHere(loop: string, times: number): Promise<number> {
  const began = performance.now()
  LOOPS[loop]?.run(times)
  return performance.now() - began
}

async function measureIn(engine: 'Node' | 'XS', run: Run): Promise<Row[]> {
  const took = new Map(Object.keys(LOOPS).map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { every }] of Object.entries(LOOPS)) {
      const times = TIMES[engine][every]
      took.get(name)?.push(((await run(name, times)) / times) * PER_MS[every].factor)
    }
  }
  return Object.entries(LOOPS).map(([name, { every, floor }]) => ({
    name: `${name} in ${engine}`,
    value: median(took.get(name) ?? []),
    unit: PER_MS[every].unit,
    ...(floor === undefined ? {} : { floor: median(took.get(floor) ?? []) }),
  }))
}

const PER_MS = { frame: { unit: 'ns', factor: 1e6 }, second: { unit: 'us', factor: 1e3 } }

/** What a call of each leaves on the heap. */
function measureGarbage(): Row[] {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const left = new Map(Object.entries(LOOPS).map(([name, loop]) => [name, garbageOf(loop, collect)]))
  return Object.entries(LOOPS).map(([name, { every, floor }]) => {
    const bytes = left.get(name) ?? Number.NaN
    const demanded = every === 'frame' && floor !== undefined
    return {
      name: `garbage of ${name}`,
      value: bytes,
      unit: 'bytes',
      ...(every === 'second' && floor !== undefined ? { floor: left.get(floor) ?? Number.NaN } : {}),
      ...(demanded ? { pass: bytes <= CRUMBS, note: `<= ${CRUMBS}, what measuring leaves` } : {}),
    }
  })
}

function garbageOf({ run, every }: Loop, collect: () => void): number {
  const times = TIMES.garbage[every]
  const rounds = Array.from({ length: ROUNDS }, () => {
    collect()
    const before = process.memoryUsage().heapUsed
    run(times)
    return (process.memoryUsage().heapUsed - before) / times
  })
  return median(rounds)
}
