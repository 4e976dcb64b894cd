import { eventBody } from './event-body.js'
import type { Figure } from './figure.js'
import { generateLoad } from './generate-load.js'
import { BARE, COMPANION, type Recipe, startServer } from './server-process.js'

/** Until the heap of a young process has taken its size: it grows by itself over some 150,000 events, and then rests. */
const FIRST = 200_000
const THEN = 200_000
const CONNECTIONS = 16

/** More sessions than are ever open: each of them ends, so that what an ended session leaves behind would show. */
const SESSIONS = 500

/** What the heap of a busy Node process moves by without a leak (MB). */
const NOISE = 16

/** How much memory the companion takes, and whether events leave any of it behind. */
export const memory: Figure = {
  id: 'memory',
  title: `resident memory of the built companion, idle and after ${FIRST + THEN} events`,
  async measure() {
    const bare = await weigh(BARE)
    const ours = await weigh(COMPANION)
    const growth = ours.later - ours.first
    return [
      { name: 'bare Hono, idle', value: bare.idle, unit: 'MB' },
      { name: 'companion, idle', value: ours.idle, unit: 'MB', floor: bare.idle },
      { name: `bare Hono, ${FIRST} events`, value: bare.first, unit: 'MB' },
      { name: `companion, ${FIRST} events`, value: ours.first, unit: 'MB', floor: bare.first },
      { name: `bare Hono, ${FIRST + THEN} events`, value: bare.later, unit: 'MB' },
      { name: `companion, ${FIRST + THEN} events`, value: ours.later, unit: 'MB', floor: bare.later },
      {
        name: `growth over ${THEN} events`,
        value: growth,
        unit: 'MB',
        pass: growth <= NOISE,
        note: `<= ${NOISE}, noise`,
      },
    ]
  },
}

async function weigh(recipe: Recipe): Promise<{ idle: number; first: number; later: number }> {
  const server = await startServer(recipe)
  const wish = { port: server.port, connections: CONNECTIONS, bodies: lives() }
  try {
    await settle()
    const idle = await server.memory()
    await generateLoad({ ...wish, count: FIRST })
    await settle()
    const first = await server.memory()
    await generateLoad({ ...wish, count: THEN })
    await settle()
    return { idle, first, later: await server.memory() }
  } finally {
    await server.stop()
  }
}

/** Whole lives of sessions, one after another. */
function lives(): string[] {
  return Array.from({ length: SESSIONS }, (_, session) => {
    const call = { tool_name: 'Bash', tool_use_id: `call-${session}`, tool_input: { command: 'ls' } }
    return [
      eventBody(session, 'SessionStart', { source: 'startup' }),
      eventBody(session, 'UserPromptSubmit', { turn_id: `turn-${session}` }),
      eventBody(session, 'PreToolUse', call),
      eventBody(session, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      eventBody(session, 'PostToolUse', call),
      eventBody(session, 'Stop', { turn_id: `turn-${session}` }),
      eventBody(session, 'SessionEnd'),
    ]
  }).flat()
}

/** Lets the collector and the file writer come to rest. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}
