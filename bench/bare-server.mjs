// The floor that the companion is measured against: the same server library and adapter, JSON parsed, nothing kept.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const waiting = []
const app = new Hono()
app.get('/health', (c) => c.json({ ok: true }))
app.get('/status', async (c) => {
  if (c.req.query('wait') !== undefined) await new Promise((resolve) => waiting.push(resolve))
  return c.json({ ok: true })
})
app.post('/attention', async (c) => {
  await c.req.json()
  for (const resolve of waiting.splice(0)) resolve()
  return c.json({ ok: true })
})
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.CODEXBAR_PORT) })
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
