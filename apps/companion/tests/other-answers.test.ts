import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HealthSchema, SessionsSchema, UsageSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { START } from './clock.js'
import { shownOf, stage } from './stage.js'

const SECOND = 1000
const at = (ms: number) => Math.floor((START + ms) / 1000)

describe('the other answers', () => {
  it('/usage carries the same attention and no windows yet', async () => {
    const companion = stage()
    await companion.report('Stop')
    const usage = v.parse(UsageSchema, await (await companion.get('/usage')).json())
    expect(usage.providers[0]?.attention).toEqual(shownOf(await companion.status(), 'Claude'))
    expect(usage.providers.map(({ windows }) => windows)).toEqual([[], []])
  })

  it('/health says when each agent was last heard of, also after a restart', async () => {
    const companion = stage()
    await companion.clock.advance(5 * SECOND)
    await companion.report('Stop')
    const again = await companion.restart()
    const health = v.parse(HealthSchema, await (await again.get('/health')).json())
    expect(health.last_event).toEqual([
      { name: 'Claude', at: at(5 * SECOND), event: 'Stop' },
      { name: 'Codex', at: null, event: null },
    ])
  })

  it('/health passes on no event name that somebody made up', async () => {
    const companion = stage()
    await companion.report('Words of somebody')
    expect(await (await companion.get('/health')).text()).not.toContain('somebody')
  })

  it('/health says the version of the package', async () => {
    const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    const health = (await (await stage().get('/health')).json()) as { version: string }
    expect(health.version).toBe((JSON.parse(manifest) as { version: string }).version)
  })

  it('/v1/sessions lists every session that is believed, most urgent first', async () => {
    const companion = stage()
    const authorization = `Bearer ${readFileSync(join(companion.home, 'token'), 'utf8').trim()}`
    await companion.report('UserPromptSubmit', { session_id: 'a', cwd: '/x/one/app' })
    await companion.report('PermissionRequest', { session_id: 'b', cwd: '/x/two/app', tool_name: 'Bash' })
    await companion.report('Stop', { session_id: 'c', cwd: '/x/cron', headless: true })
    const response = await companion.get('/v1/sessions', { authorization })
    const { sessions } = v.parse(SessionsSchema, await response.json())
    expect(sessions.map(({ project, state }) => [project, state])).toEqual([
      ['two/app', 'needs_user'],
      ['cron', 'done'],
      ['one/app', 'running'],
    ])
  })

  it('may be asked for without their body', async () => {
    const response = await stage().app.request('/status', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('etag')).toMatch(/^"/)
  })

  it('a missing endpoint is an error like any other', async () => {
    const response = await stage().get('/nothing')
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ ok: false, error: 'not_found' }),
    ])
  })
})
