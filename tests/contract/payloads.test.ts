import { readdirSync, readFileSync } from 'node:fs'
import { AcceptedSchema, SessionsSchema, StatusSchema, UsageSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { stage } from '../kit/stage.js'
import { wordsIn } from '../kit/words.js'

const folder = new URL('../fixtures/hooks/', import.meta.url)

/** `GET /status` and `GET /usage` as the first devices read them: no `epoch`, no `snoozed`, nothing optional. */
const FirstAttentionSchema = v.object({
  state: v.picklist(['needs_user', 'error', 'done', 'running', 'idle', 'unknown']),
  count: v.number(),
  primary_project: v.string(),
  projects: v.array(v.string()),
  reason: v.string(),
  updated_at: v.pipe(v.number(), v.integer()),
})
const FirstStatusSchema = v.object({
  ok: v.literal(true),
  updated_at: v.number(),
  providers: v.array(v.object({ name: v.string(), attention: FirstAttentionSchema })),
})
const FirstUsageSchema = v.object({
  ok: v.literal(true),
  updated_at: v.number(),
  providers: v.array(v.object({ name: v.string(), attention: FirstAttentionSchema, windows: v.array(v.unknown()) })),
})

const SCHEMAS = {
  '/status': [StatusSchema, FirstStatusSchema],
  '/usage': [UsageSchema, FirstUsageSchema],
} as const

for (const client of readdirSync(folder)) {
  const agent = client.split('-')[0]
  const files = readdirSync(new URL(`${client}/`, folder))
  describe(client, () => {
    it.each(files)('%s is taken, and what is shown then reads with the device’s schemas, old and new', async (file) => {
      const desk = stage()
      const payload = readFileSync(new URL(`${client}/${file}`, folder), 'utf8')
      const answer = await desk.post(`/hooks/${agent}`, payload, { 'x-codexbar-project': '/home/dev/projects/demo' })
      expect(answer.status).toBe(200)
      expect(v.is(AcceptedSchema, await answer.json())).toBe(true)
      for (const [path, schemas] of Object.entries(SCHEMAS)) {
        const body = await (await desk.get(path)).json()
        for (const schema of schemas) expect(v.safeParse(schema as v.GenericSchema, body).issues).toBeUndefined()
      }
      const token = readFileSync(`${desk.home}/token`, 'utf8').trim()
      const sessions = await (await desk.get('/v1/sessions', { authorization: `Bearer ${token}` })).json()
      expect(v.safeParse(SessionsSchema, sessions).issues).toBeUndefined()
    })

    it('leaves no word of a payload in the files', async () => {
      const desk = stage()
      const payloads = files.map((file) => readFileSync(new URL(`${client}/${file}`, folder), 'utf8'))
      const words = payloads.flatMap((payload) => wordsIn(JSON.parse(payload)))
      expect(words.length).toBeGreaterThan(10)
      for (const payload of payloads) await desk.post(`/hooks/${agent}`, payload)
      await desk.clock.advance(1000)
      await desk.close()
      const kept = readFileSync(`${desk.home}/attention-state.json`, 'utf8')
      expect(kept).toContain('"sessions":[{')
      for (const word of words) expect(kept).not.toContain(JSON.stringify(word).slice(1, -1))
    })
  })
}
