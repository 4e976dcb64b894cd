import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompanion } from '../apps/companion/src/companion.js'
import { eventBody } from './event-body.js'
import type { Figure, Row } from './figure.js'
import { mean, median } from './statistics.js'

const FEW = 10
const MANY = 10_000
const ROUNDS = 40
const BATCH = 100
const LIMIT = 1.3

/** What an event does: whether it changes what is shown is what could make it dearer among many sessions. */
const KINDS: readonly { name: string; bodies: (session: number) => readonly [string, string] }[] = [
  {
    name: 'an event that changes nothing shown',
    bodies: (session) => {
      const call = { tool_name: 'Read', tool_use_id: `read-${session}` }
      return [eventBody(session, 'PreToolUse', call), eventBody(session, 'PostToolUse', call)]
    },
  },
  {
    name: 'an event that changes the state',
    bodies: (session) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'ls' } }
      return [eventBody(session, 'PermissionRequest', call), eventBody(session, 'PostToolUse', call)]
    },
  },
]

/** What an event costs among 10 and among 10,000 live sessions. */
export const sessionCount: Figure = {
  id: 'session-count',
  title: `one event among ${FEW} and among ${MANY} live sessions, median of ${ROUNDS} interleaved batches of ${BATCH}`,
  async measure() {
    const few = await fill(FEW)
    const many = await fill(MANY)
    try {
      const rows: Row[] = []
      for (const { name, bodies } of KINDS) rows.push(...(await compare(name, bodies, few, many)))
      return rows
    } finally {
      await few.close()
      await many.close()
    }
  },
}

type Filled = { send: (body: string) => Promise<void>; close: () => Promise<void> }

async function compare(
  name: string,
  bodies: (session: number) => readonly [string, string],
  few: Filled,
  many: Filled,
): Promise<Row[]> {
  const events = Array.from({ length: BATCH / 2 }, (_, at) => bodies(at % FEW)).flat()
  const took = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    took.few.push(await time(few, events))
    took.many.push(await time(many, events))
  }
  const ratio = median(took.many) / median(took.few)
  const overall = mean(took.many) / mean(took.few)
  return [
    { name: `${name}, ${FEW}`, value: median(took.few) * 1_000, unit: 'us' },
    { name: `${name}, ${MANY}`, value: median(took.many) * 1_000, unit: 'us', floor: median(took.few) * 1_000 },
    {
      name: 'ratio',
      value: ratio,
      unit: 'x',
      pass: ratio <= LIMIT,
      note: `<= ${LIMIT}; ${overall.toFixed(2)} x on average, saving the sessions included`,
    },
  ]
}

async function time({ send }: Filled, bodies: readonly string[]): Promise<number> {
  const began = performance.now()
  for (const body of bodies) await send(body)
  return (performance.now() - began) / bodies.length
}

/** A companion in this process with so many sessions at work. */
async function fill(sessions: number): Promise<Filled> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-bench-'))
  const companion = await createCompanion({ home, config: { notify: { enabled: false } } })
  const send = async (body: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const response = await companion.app.request('/attention', { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The companion answered ${response.status}: ${await response.text()}`)
  }
  for (let session = 0; session < sessions; session += 1) await send(eventBody(session, 'UserPromptSubmit'))
  return {
    send,
    async close() {
      await companion.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
