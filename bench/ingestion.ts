import { workingBodies } from './event-body.js'
import type { Figure } from './figure.js'
import { generateLoad } from './generate-load.js'
import type { Load, LoadResult } from './load-generator.js'
import { BARE, COMPANION, type ServerProcess, startServer } from './server-process.js'
import { median } from './statistics.js'

const ROUNDS = 5
const SECONDS = 2
const WARM_UP = 1
const CONNECTIONS = 16
const SESSIONS = 32

/** The share of bare Hono's rate that the companion must keep, and the one it aims at. */
const MUST = 0.7
const AIM = 0.85

/** How many events a second the companion takes, beside bare Hono parsing the same bodies. */
export const ingestion: Figure = {
  id: 'ingestion',
  title: `POST /attention, 300-byte bodies, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds`,
  async measure() {
    const servers = [await startServer(BARE), await startServer(COMPANION)] as const
    const results: [Round[], Round[]] = [[], []]
    const wish = { connections: CONNECTIONS, bodies: workingBodies(SESSIONS) }
    try {
      for (const { port } of servers) await generateLoad({ ...wish, port, seconds: WARM_UP })
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const at of [0, 1] as const) {
          results[at].push(await measureRound(servers[at], wish))
        }
      }
    } finally {
      for (const server of servers) await server.stop()
    }
    const [floor, ours] = results
    // Each round against the floor's of the same moment: what else the machine does meanwhile weighs on both.
    const share = median(ours.map(({ rate }, round) => rate / (floor[round]?.rate ?? Number.NaN)))
    return [
      { name: 'bare Hono', value: median(floor.map(({ rate }) => rate)), unit: 'req/s', note: describe(floor) },
      {
        name: 'companion',
        value: median(ours.map(({ rate }) => rate)),
        unit: 'req/s',
        floor: median(floor.map(({ rate }) => rate)),
        note: describe(ours),
      },
      {
        name: 'share of the floor',
        value: share * 100,
        unit: '%',
        pass: share >= MUST,
        note: `>= ${MUST * 100} (aim ${AIM * 100})`,
      },
    ]
  },
}

type Round = LoadResult & { processor: number | undefined }

/** One round, with the processor time that each event took (us). */
async function measureRound(server: ServerProcess, wish: Pick<Load, 'connections' | 'bodies'>): Promise<Round> {
  const before = await server.processorTime()
  const result = await generateLoad({ ...wish, port: server.port, seconds: SECONDS })
  const after = await server.processorTime()
  const known = before !== undefined && after !== undefined
  return { ...result, processor: known ? ((after - before) * 1_000) / (result.rate * SECONDS) : undefined }
}

function describe(rounds: readonly Round[]): string {
  const p99 = median(rounds.map((round) => round.p99))
  const busy = median(rounds.map((round) => round.busy))
  const processor = median(rounds.map((round) => round.processor ?? Number.NaN))
  return `p99 ${p99.toFixed(1)} ms, ${processor.toFixed(0)} us of a core each, load generator ${Math.round(busy * 100)} % of a core`
}
