import { execFileSync } from 'node:child_process'
import type { Figure } from './figure.js'
import { BARE, COMPANION, type Recipe, startServer } from './server-process.js'
import { median } from './statistics.js'

const ROUNDS = 10
const LIMIT = 200

/** How long the built companion takes from its spawn to its first answer. */
export const startUp: Figure = {
  id: 'start-up',
  title: `spawn to first answer, median of ${ROUNDS} interleaved rounds`,
  async measure() {
    const node: number[] = []
    const bare: number[] = []
    const ours: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      node.push(timeNode())
      bare.push(await timeStart(BARE))
      ours.push(await timeStart(COMPANION))
    }
    const took = median(ours)
    return [
      { name: 'node -e 0', value: median(node), unit: 'ms', note: 'spawn to exit' },
      { name: 'bare Hono', value: median(bare), unit: 'ms', floor: median(node), note: 'not bundled' },
      { name: 'companion', value: took, unit: 'ms', floor: median(bare), pass: took <= LIMIT, note: `<= ${LIMIT}` },
    ]
  },
}

function timeNode(): number {
  const began = performance.now()
  execFileSync(process.execPath, ['-e', '0'])
  return performance.now() - began
}

async function timeStart(recipe: Recipe): Promise<number> {
  const server = await startServer(recipe)
  await server.stop()
  return server.startedIn
}
