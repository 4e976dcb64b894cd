import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HealthSchema, SessionsSchema, type Status, StatusSchema, UsageSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { START, turn } from './clock.js'
import { type Stage, shownOf, stage } from './stage.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const at = (ms: number) => Math.floor((START + ms) / 1000)

async function tagOf(companion: Stage): Promise<string> {
  return (await companion.get('/status')).headers.get('etag') ?? ''
}

/** Holds a poll and tells what became of it so far. */
function hold(companion: Stage, etag: string, wait: string, signal?: AbortSignal) {
  const held: { response?: Response } = {}
  const request = companion.app.request(`/status?wait=${wait}`, {
    headers: { 'if-none-match': etag },
    ...(signal === undefined ? {} : { signal }),
  })
  const done = Promise.resolve(request).then((response) => {
    held.response = response
  })
  return { held, done }
}

describe('an empty companion', () => {
  it('shows both providers idle', async () => {
    const status = await stage().status()
    const idle = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: at(0), epoch: 0 }
    expect(status).toEqual({
      ok: true,
      updated_at: at(0),
      providers: [
        { name: 'Claude', attention: idle },
        { name: 'Codex', attention: idle },
      ],
    })
  })
})

describe('the body', () => {
  it('is the same to the byte while nothing visible changes', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    const before = await (await companion.get('/status')).text()
    await companion.clock.advance(30 * SECOND)
    await companion.report('PreToolUse', { tool_name: 'Read', tool_use_id: 't1' })
    const working = await (await companion.get('/status')).text()
    await companion.clock.advance(30 * SECOND)
    await companion.report('PostToolUse', { tool_name: 'Read', tool_use_id: 't1' })
    await companion.report('MessageDisplay')
    expect(JSON.parse(before).providers[0].attention.state).toBe('running')
    expect(await (await companion.get('/status')).text()).toBe(working)
  })

  it('says when the content changed, not when it was asked for', async () => {
    const companion = stage()
    await companion.clock.advance(10 * SECOND)
    await companion.report('Stop')
    await companion.clock.advance(100 * SECOND)
    const status = await companion.status()
    expect(status.updated_at).toBe(at(10 * SECOND))
    expect(shownOf(status, 'Claude').updated_at).toBe(at(10 * SECOND))
    expect(shownOf(status, 'Codex').updated_at).toBe(at(0))
  })

  it('says when age alone changed it', async () => {
    const companion = stage()
    await companion.report('Stop')
    await companion.status()
    await companion.clock.advance(8 * MINUTE)
    const shown = shownOf(await companion.status(), 'Claude')
    expect(shown).toMatchObject({ state: 'idle', updated_at: at(5 * MINUTE) })
  })

  it('fits 2 KiB with the longest names there are', async () => {
    const companion = stage()
    for (const provider of ['Claude', 'Codex']) {
      for (const letter of ['\u{1f680}', '\u{20bb7}', '修']) {
        const cwd = `/home/${letter.repeat(64)}`
        await companion.report('PermissionRequest', {
          provider,
          session_id: letter,
          cwd,
          tool_name: 'Bash',
          tool_use_id: letter,
        })
      }
    }
    const body = await (await companion.get('/status')).text()
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2048)
    const status = v.parse(StatusSchema, JSON.parse(body))
    expect(status.providers.map(({ attention }) => attention.count)).toEqual([3, 3])
    expect(body).not.toContain('\ufffd')
    expect(body).not.toMatch(/\\ud[89a-f]/)
  })

  it('leaves out a headless run that is done', async () => {
    const companion = stage()
    await companion.report('Stop', { headless: true })
    expect(shownOf(await companion.status(), 'Claude').state).toBe('idle')
  })
})

describe('the tag', () => {
  it('is strong and changes exactly with the body', async () => {
    const companion = stage()
    const first = await tagOf(companion)
    expect(first).toMatch(/^"[\w-]+"$/)
    await companion.report('Stop')
    expect(await tagOf(companion)).not.toBe(first)
  })

  const known: [given: (etag: string) => string, status: number][] = [
    [(etag) => etag, 304],
    [(etag) => `W/${etag}`, 304],
    [(etag) => `"other", ${etag}`, 304],
    [() => '*', 304],
    [() => '"other"', 200],
    [() => '', 200],
  ]
  it.each(known)('is compared (%#)', async (given, status) => {
    const companion = stage()
    const response = await companion.get('/status', { 'if-none-match': given(await tagOf(companion)) })
    expect(response.status).toBe(status)
  })

  it('answers unchanged with a length of nothing', async () => {
    const companion = stage()
    const etag = await tagOf(companion)
    const response = await companion.get('/status', { 'if-none-match': etag })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '0',
      etag,
      'cache-control': 'no-store',
    })
    expect(await response.text()).toBe('')
  })

  it('comes with the date of now', async () => {
    const companion = stage()
    await companion.clock.advance(61 * SECOND)
    const response = await companion.get('/status')
    expect(response.headers.get('date')).toBe('Mon, 30 Nov 2026 09:01:01 GMT')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a held answer', () => {
  it('comes as soon as something changes', async () => {
    const companion = stage()
    const { held, done } = hold(companion, await tagOf(companion), '25')
    await companion.clock.advance(10 * SECOND)
    expect(held.response).toBeUndefined()
    await companion.report('Stop')
    await done
    expect(held.response?.status).toBe(200)
    expect(shownOf((await held.response?.json()) as Status, 'Claude').state).toBe('done')
  })

  it('does not come for an event that shows nothing new', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    await companion.report('PreToolUse', { tool_name: 'Read', tool_use_id: 'a' })
    const { held } = hold(companion, await tagOf(companion), '25')
    await companion.report('PreToolUse', { tool_name: 'Read', tool_use_id: 'b' })
    await turn()
    expect(held.response).toBeUndefined()
  })

  it('comes when age alone changes something', async () => {
    const companion = stage()
    await companion.report('Stop')
    await companion.clock.advance(5 * MINUTE - 10 * SECOND)
    const { held } = hold(companion, await tagOf(companion), '25')
    await companion.clock.advance(9 * SECOND)
    expect(held.response).toBeUndefined()
    await companion.clock.advance(SECOND)
    expect(held.response?.status).toBe(200)
  })

  it('comes when an ask is announced', async () => {
    const companion = stage()
    await companion.report('PermissionRequest', { tool_name: 'Bash', tool_use_id: 't' })
    const { held } = hold(companion, await tagOf(companion), '25')
    await companion.clock.advance(500)
    expect(held.response?.status).toBe(200)
  })

  const waits: [wait: string, seconds: number][] = [
    ['2', 2],
    ['0.5', 0.5],
    ['30', 30],
    ['31', 30],
    ['99999', 30],
    ['0', 0],
    ['-1', 0],
    ['x', 0],
    ['', 0],
    ['1e3', 0],
    ['NaN', 0],
  ]
  it.each(waits)('with wait=%s is unchanged after %s s', async (wait, seconds) => {
    const companion = stage()
    const { held } = hold(companion, await tagOf(companion), wait)
    await turn()
    if (seconds > 0) {
      await companion.clock.advance(seconds * SECOND - 1)
      expect(held.response).toBeUndefined()
      await companion.clock.advance(1)
    }
    expect(held.response?.status).toBe(304)
    expect(held.response?.headers.get('content-length')).toBe('0')
  })

  it('is not held without a tag', async () => {
    expect((await stage().get('/status?wait=25')).status).toBe(200)
  })

  it('ends with its client and leaves no timer', async () => {
    const companion = stage()
    const abort = new AbortController()
    const etag = await tagOf(companion)
    const timers = companion.clock.waiting
    const { done } = hold(companion, etag, '25', abort.signal)
    await turn()
    expect(companion.clock.waiting).toBeGreaterThan(timers)
    abort.abort()
    await done.catch(() => undefined)
    expect(companion.clock.waiting).toBe(timers)
  })

  it('ends when the companion closes', async () => {
    const companion = stage()
    const { held, done } = hold(companion, await tagOf(companion), '25')
    await turn()
    await companion.close()
    await done
    expect(held.response?.status).toBe(304)
  })

  it('is one of many', async () => {
    const companion = stage()
    const etag = await tagOf(companion)
    const polls = Array.from({ length: 50 }, () => hold(companion, etag, '25'))
    await turn()
    await companion.report('Stop')
    await Promise.all(polls.map(({ done }) => done))
    expect(new Set(polls.map(({ held }) => held.response?.status))).toEqual(new Set([200]))
  })

  it('comes together for changes among many sessions', async () => {
    const companion = stage()
    for (let index = 0; index < 600; index += 1) {
      await companion.report('UserPromptSubmit', { session_id: `s${index}`, cwd: `/p/${index}` })
    }
    const { held } = hold(companion, await tagOf(companion), '25')
    await turn()
    await companion.report('Stop', { session_id: 's5', cwd: '/p/5' })
    await companion.clock.advance(9)
    expect(held.response).toBeUndefined()
    await companion.clock.advance(1)
    expect(held.response?.status).toBe(200)
  })
})

describe('the epoch', () => {
  const epochOf = async (companion: Stage) => shownOf(await companion.status(), 'Claude').epoch ?? -1
  const ask = (companion: Stage, call: string) =>
    companion.report('PermissionRequest', { tool_name: 'Bash', tool_use_id: call })

  it('changes when an ask is announced, and for nothing else', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    expect(await epochOf(companion)).toBe(0)
    await ask(companion, 'a')
    expect(await epochOf(companion)).toBe(0)
    await companion.clock.advance(500)
    const first = await epochOf(companion)
    expect(first).toBe(at(500))
    await companion.report('Notification', { notification_type: 'permission_prompt' })
    await companion.clock.advance(5 * MINUTE)
    await companion.report('PostToolUse', { tool_name: 'Bash', tool_use_id: 'a' })
    expect(await epochOf(companion)).toBe(first)
  })

  it('never repeats, also over a restart', async () => {
    const companion = stage()
    await ask(companion, 'a')
    await companion.clock.advance(500)
    const first = await epochOf(companion)
    await companion.report('PostToolUse', { tool_name: 'Bash', tool_use_id: 'a' })
    await ask(companion, 'b')
    await companion.clock.advance(500)
    const second = await epochOf(companion)
    expect(second).toBeGreaterThan(first)
    const again = await companion.restart()
    expect(await epochOf(again)).toBe(second)
    await again.report('PermissionRequest', { tool_name: 'Bash', tool_use_id: 'c', session_id: 's2', cwd: '/p/other' })
    await again.clock.advance(500)
    expect(await epochOf(again)).toBeGreaterThan(second)
  })
})

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
