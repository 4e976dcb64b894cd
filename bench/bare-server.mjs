// The floor that the companion is measured against: the same server library and adapter, JSON parsed, nothing kept but
// a count of events, which is the tag of the status.
import { setTimeout } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

let events = 0
const waiting = new Set()
const app = new Hono()
app.get('/health', (c) => c.json({ ok: true }))
app.get('/status', async (c) => {
  const wait = Number(c.req.query('wait') ?? 0)
  if (wait > 0 && c.req.header('if-none-match') === `"${events}"`) await nextEvent(wait * 1_000)
  return c.json({ ok: true }, 200, { etag: `"${events}"` })
})
app.post('/attention', async (c) => {
  await c.req.json()
  events += 1
  for (const wake of waiting) wake()
  return c.json({ ok: true })
})
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.CODEXBAR_PORT) })
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})

async function nextEvent(limit) {
  const over = new AbortController()
  const wake = () => over.abort()
  waiting.add(wake)
  await setTimeout(limit, undefined, { signal: over.signal }).catch(() => {})
  waiting.delete(wake)
}
