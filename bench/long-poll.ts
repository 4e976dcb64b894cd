import http from 'node:http'
import { ask } from './ask.js'
import { eventBody } from './event-body.js'
import type { Figure } from './figure.js'
import { BARE, COMPANION, type Recipe, startServer } from './server-process.js'
import { quantile } from './statistics.js'

const ROUNDS = 8
const EVENTS = 50
const LIMIT = 20

/** How long the server may hold an answer (s): an event that is never told of costs this and not the whole figure. */
const HOLD = 5

/** How long an event takes from its POST to the answer of a held `GET /status`. */
export const longPoll: Figure = {
  id: 'long-poll',
  title: `event to the answer of a held /status, ${ROUNDS} interleaved rounds of ${EVENTS} events`,
  async measure() {
    const servers = [await watchServer(BARE), await watchServer(COMPANION)] as const
    const took: [number[], number[]] = [[], []]
    try {
      for (const { time } of servers) await time(EVENTS)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const at of [0, 1] as const) took[at].push(...(await servers[at].time(EVENTS)))
      }
    } finally {
      for (const server of servers) await server.close()
    }
    const [bare, ours] = took
    const p99 = quantile(ours, 0.99)
    return [
      { name: 'bare Hono p50', value: quantile(bare, 0.5), unit: 'ms' },
      { name: 'companion p50', value: quantile(ours, 0.5), unit: 'ms', floor: quantile(bare, 0.5) },
      { name: 'bare Hono p99', value: quantile(bare, 0.99), unit: 'ms' },
      {
        name: 'companion p99',
        value: p99,
        unit: 'ms',
        floor: quantile(bare, 0.99),
        pass: p99 <= LIMIT,
        note: `<= ${LIMIT}`,
      },
    ]
  },
}

type Watched = { time: (events: number) => Promise<number[]>; close: () => Promise<void> }

/** A server that is watched on one connection and reported to on another. */
async function watchServer(recipe: Recipe): Promise<Watched> {
  const { port, stop } = await startServer(recipe)
  const watching = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const reporting = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let sent = 0
  let { etag } = await ask(watching, port, '/status')
  return {
    async time(events) {
      const took: number[] = []
      for (let at = 0; at < events; at += 1) {
        const held = ask(watching, port, `/status?wait=${HOLD}`, etag)
        await arrived()
        const began = performance.now()
        const posted = ask(reporting, port, '/attention', '', statusChange(sent++))
        etag = (await held).etag
        took.push(performance.now() - began)
        await posted
      }
      return took
    },
    async close() {
      watching.destroy()
      reporting.destroy()
      await stop()
    },
  }
}

/** Every event of the sequence changes what is shown: each is the first of a new project. */
function statusChange(at: number): string {
  return eventBody(at * 2, 'UserPromptSubmit', { turn_id: `turn-${at}` })
}

/** Leaves the held question time to arrive before what answers it. */
function arrived(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3))
}
