import type { Status } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { turn } from './clock.js'
import { type Stage, shownOf, stage } from './stage.js'
import { tagOf } from './tag-of.js'

const SECOND = 1000
const MINUTE = 60 * SECOND

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
