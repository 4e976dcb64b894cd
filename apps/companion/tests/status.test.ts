import { StatusSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { START } from './clock.js'
import { type Stage, shownOf, stage } from './stage.js'
import { tagOf } from './tag-of.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const at = (ms: number) => Math.floor((START + ms) / 1000)

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
