import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { ask } from './ask.js'
import type { Figure } from './figure.js'
import { appendReading, furnishRollouts, ROLLOUTS } from './rollout-files.js'
import { BARE, COMPANION, type ServerProcess, startServer } from './server-process.js'
import { median, quantile } from './statistics.js'

const ASKS = 2_000
const TURNS = 500
const LIMITS = { answer: 5, scan: 300, growth: 16 } as const
const PATIENCE = 10_000

/** What the quota of a heavy user of Codex costs. */
export const usage: Figure = {
  id: 'usage',
  title: `the quota with ${ROLLOUTS.files} rollouts of ${ROLLOUTS.bytes / 1_048_576} MB in the home`,
  async measure() {
    const bare = await startServer(BARE)
    const empty = await startServer(COMPANION)
    const full = await startServer(COMPANION, furnishRollouts)
    const agent = new http.Agent({ keepAlive: true })
    try {
      const scanned = await timeToReading(full)
      const took = { bare: [] as number[], empty: [] as number[], full: [] as number[] }
      for (let round = 0; round < ASKS; round += 1) {
        took.bare.push(await time(agent, bare, '/health'))
        took.empty.push(await time(agent, empty, '/usage'))
        took.full.push(await time(agent, full, '/usage'))
      }
      const [idle, before] = [await empty.memory(), await full.memory()]
      await work(full)
      const growth = (await full.memory()) - before
      const slowest = quantile(took.full, 0.99)
      const floor = quantile(took.bare, 0.99)
      return [
        { name: 'bare Hono, p99', value: floor, unit: 'ms', note: `median ${median(took.bare).toFixed(2)}` },
        { name: '/usage, empty home, p99', value: quantile(took.empty, 0.99), unit: 'ms', floor },
        {
          name: '/usage, p99',
          value: slowest,
          unit: 'ms',
          floor,
          pass: slowest <= LIMITS.answer,
          note: `<= ${LIMITS.answer}; median ${median(took.full).toFixed(2)}`,
        },
        {
          name: 'first answer to first reading',
          value: scanned,
          unit: 'ms',
          pass: scanned <= LIMITS.scan,
          note: `<= ${LIMITS.scan}`,
        },
        { name: 'memory', value: before, unit: 'MB', floor: idle },
        {
          name: `growth over ${TURNS} turns`,
          value: growth,
          unit: 'MB',
          pass: growth <= LIMITS.growth,
          note: `<= ${LIMITS.growth}, noise`,
        },
      ]
    } finally {
      agent.destroy()
      for (const server of [bare, empty, full]) await server.stop()
    }
  },
}

async function time(agent: http.Agent, { port }: ServerProcess, path: string): Promise<number> {
  const began = performance.now()
  await ask(agent, port, path)
  return performance.now() - began
}

/** Returns how long after its first answer a companion knows the quota of Codex (ms). */
async function timeToReading(server: ServerProcess): Promise<number> {
  const began = performance.now()
  while ((await percentOf(server)) === undefined) {
    if (performance.now() - began > PATIENCE) throw new Error('The quota was never read.')
    await setTimeout(1)
  }
  return performance.now() - began
}

/** Lets Codex work: each turn ends in a reading, the last of which must be there in the end. */
async function work(server: ServerProcess): Promise<void> {
  const last = 99.5
  for (let turn = 0; turn < TURNS; turn += 1) {
    await appendReading(server.home, turn + 1 === TURNS ? last : 99)
    await setTimeout(4)
  }
  const began = performance.now()
  while ((await percentOf(server)) !== last) {
    if (performance.now() - began > PATIENCE) throw new Error('The last turn was never read.')
    await setTimeout(10)
  }
}

async function percentOf({ port }: ServerProcess): Promise<number | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/usage`)
  const { providers } = (await response.json()) as {
    providers: { name: string; windows: { label: string; pct: number | null }[] }[]
  }
  const windows = providers.find(({ name }) => name === 'Codex')?.windows
  return windows?.find(({ label }) => label === '5h')?.pct ?? undefined
}
