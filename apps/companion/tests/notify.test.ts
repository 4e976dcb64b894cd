import { createSession } from '@codexbar/protocol/session'
import { describe, expect, it } from 'vitest'
import { createNtfy } from '../src/channels/ntfy.js'
import { backOff, type Push, pushOf } from '../src/core/notify.js'
import { checkConfig } from '../src/shell/config.js'
import { type Stage, shownOf, stage } from './stage.js'

const SECOND = 1000
const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'rm -rf /secret' } }
const ask = (companion: Stage, more: Record<string, unknown> = {}) =>
  companion.report('PermissionRequest', { ...call, ...more })
const answer = (companion: Stage, more: Record<string, unknown> = {}) =>
  companion.report('PostToolUse', { ...call, ...more })

/** An ntfy that does as `behave` says, and the times at which it was tried. */
function ntfy(behave: (attempt: number) => Promise<Response>) {
  const tried: number[] = []
  let companion: Stage | undefined
  const fetch = (async () => {
    tried.push(companion?.clock.now() ?? 0)
    return behave(tried.length)
  }) as typeof globalThis.fetch
  companion = stage({ fetch })
  return { companion, tried }
}

describe('an ask', () => {
  it('rings once, when it has stood for the grace', async () => {
    const companion = stage()
    await ask(companion)
    await companion.clock.advance(499)
    expect(companion.published).toEqual([])
    await companion.clock.advance(1)
    expect(companion.published).toEqual([
      {
        topic: 'claudeCodeWaitingOnYou',
        title: 'Claude waiting: api',
        message: 'Permission needed',
        priority: 4,
        tags: ['bell'],
      },
    ])
    await companion.report('Notification', {
      notification_type: 'permission_prompt',
      message: 'Claude needs your permission',
    })
    await companion.report('Notification', { notification_type: 'idle_prompt' })
    await ask(companion)
    await companion.clock.advance(60 * 60 * SECOND)
    expect(companion.published).toHaveLength(1)
  })

  it('that is answered within the grace does not ring', async () => {
    const companion = stage()
    await ask(companion)
    await companion.clock.advance(300)
    await answer(companion)
    await companion.clock.advance(60 * SECOND)
    expect(companion.published).toEqual([])
    expect(shownOf(await companion.status(), 'Claude').state).toBe('running')
  })

  it('of Codex has the grace of its reviewer', async () => {
    const companion = stage()
    await ask(companion, { provider: 'Codex', cwd: '/home/u/CodexBar-ESP32' })
    await companion.clock.advance(1499)
    expect(companion.published).toEqual([])
    await companion.clock.advance(1)
    expect(companion.published[0]?.title).toBe('Codex waiting: CodexBar-ESP32')
  })

  it('rings again for the next call, also when an agent uses an id again', async () => {
    const companion = stage()
    for (const tool_use_id of ['call_1', 'call_2', 'call_1']) {
      await companion.report('UserPromptSubmit')
      await ask(companion, { tool_use_id, tool_input: { command: tool_use_id } })
      await companion.clock.advance(SECOND)
      await answer(companion, { tool_use_id, tool_input: { command: tool_use_id } })
      await companion.report('Stop')
      await companion.clock.advance(5 * SECOND)
    }
    expect(companion.published).toHaveLength(3)
  })

  it('carries the name that tells its project from another', async () => {
    const companion = stage()
    await ask(companion, { session_id: 'a', cwd: '/tmp/customer-a/app' })
    await ask(companion, { session_id: 'b', cwd: '/tmp/customer-b/app' })
    await companion.clock.advance(SECOND)
    expect(companion.published.map(({ title }) => title).sort()).toEqual([
      'Claude waiting: customer-a/app',
      'Claude waiting: customer-b/app',
    ])
  })

  it('says no word of the person and no second line', async () => {
    const companion = stage()
    await ask(companion, {
      cwd: '/home/u/evil\u001b[31m\nX-Priority: 5',
      message: '[click](javascript:alert(1)) @everyone',
    })
    await companion.clock.advance(SECOND)
    const { title, message } = companion.published[0] ?? { title: '', message: '' }
    expect(title).toBe('Claude waiting: evil X-Priority: 5')
    expect(message).toBe('Permission needed')
    expect(JSON.stringify(companion.published)).not.toMatch(/secret|javascript|\\n|\\u001b/)
  })

  it('rings whatever its session is called, but for those of the demo', async () => {
    const companion = stage()
    for (const session_id of ['demo-x', 'codexbar-demo-x']) await ask(companion, { session_id, cwd: `/${session_id}` })
    await companion.clock.advance(SECOND)
    expect(companion.published.map(({ title }) => title)).toEqual(['Claude waiting: demo-x'])
  })

  it('of a headless run rings softly', () => {
    const identity = { provider: 'Claude', id: 's1', path: '/home/u/cron', project: 'cron' } as const
    const session = { ...createSession(identity, 0), headless: true }
    const ask = {
      id: '1',
      kind: 'permission',
      agent: '',
      reason: 'permission_request',
      drives: true,
      openedAt: 0,
      at: 0,
    } as const
    expect(pushOf(session, ask, 'cron').severity).toBe('low')
  })

  it('that stood before a restart does not ring again', async () => {
    const companion = stage()
    await ask(companion)
    await companion.clock.advance(SECOND)
    const again = await companion.restart()
    await again.clock.advance(60 * SECOND)
    expect(shownOf(await again.status(), 'Claude').state).toBe('needs_user')
    expect(again.published).toEqual([])
  })
})

describe('the settings', () => {
  it('put it off', async () => {
    const companion = stage({ config: { notify: { after: 10 } } })
    await ask(companion)
    await companion.clock.advance(10 * SECOND)
    expect(companion.published).toEqual([])
    await companion.clock.advance(500)
    expect(companion.published).toHaveLength(1)
  })

  it('put off what is then answered: it does not ring', async () => {
    const companion = stage({ config: { notify: { after: 10 } } })
    await ask(companion)
    await companion.clock.advance(5 * SECOND)
    await answer(companion)
    await companion.clock.advance(60 * SECOND)
    expect(companion.published).toEqual([])
  })

  it('switch it off', async () => {
    const companion = stage({ config: { notify: { enabled: false } } })
    await ask(companion)
    await companion.clock.advance(60 * SECOND)
    expect(companion.published).toEqual([])
  })

  it('choose server, topic and a token from the environment', async () => {
    const config = checkConfig({
      notify: { ntfy: { server: 'https://push.example/x', topic: 'mine', token_env: 'NTFY' } },
    })
    const sent: { request: Request; body: unknown }[] = []
    const fetch = (async (request: Request) => {
      sent.push({ request, body: await request.json() })
      return new Response('{}')
    }) as typeof globalThis.fetch
    const push: Push = { id: '1', key: 'k', title: 't', message: 'm', severity: 'urgent', provider: 'Codex' }
    const channel = createNtfy(config, fetch, { NTFY: 'tk_secret' })
    expect(await channel?.send(push, new AbortController().signal)).toEqual({ ok: true })
    const { request, body } = sent[0] ?? {}
    expect([request?.method, request?.url]).toEqual(['POST', 'https://push.example/x'])
    expect(request?.headers.get('authorization')).toBe('Bearer tk_secret')
    expect(body).toEqual({ topic: 'mine', title: 't', message: 'm', priority: 5, tags: ['warning'] })
  })
})

describe('an ntfy that', () => {
  it('refuses is tried again ever later while the ask is open', async () => {
    const { companion, tried } = ntfy(async () => new Response('no', { status: 500 }))
    await ask(companion)
    await companion.clock.advance(500)
    await companion.clock.advance(4 * 60 * SECOND)
    const gaps = tried.slice(1).map((at, index) => (at - (tried[index] ?? 0)) / SECOND)
    expect(gaps).toEqual([5, 15, 30, 60, 60, 60])
    expect(companion.facts).toEqual([expect.stringContaining('ntfy failed: HTTP 500')])
    await answer(companion)
    const attempts = tried.length
    await companion.clock.advance(10 * 60 * SECOND)
    expect(tried).toHaveLength(attempts)
  })

  it('comes back gets the push once', async () => {
    const { companion, tried } = ntfy(async (attempt) => {
      if (attempt < 3) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
      return new Response('{}')
    })
    await ask(companion)
    await companion.clock.advance(10 * 60 * SECOND)
    expect(tried).toHaveLength(3)
    expect(companion.facts).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('ntfy works again'),
    ])
  })

  it('hangs holds up neither events nor answers, and is given up after 5 s', async () => {
    const { companion, tried } = ntfy(() => new Promise(() => undefined))
    await ask(companion)
    await companion.clock.advance(500)
    expect(tried).toHaveLength(1)
    expect(await companion.report('Stop', { session_id: 's2', cwd: '/x/y' })).toEqual({ ok: true })
    expect(shownOf(await companion.status(), 'Claude').state).toBe('needs_user')
    await companion.clock.advance(5 * SECOND)
    expect(companion.facts).toEqual([expect.stringContaining('no answer within 5 s')])
    await companion.clock.advance(5 * SECOND)
    expect(tried).toHaveLength(2)
  })

  it('waits no longer than it should when the clock is set back', async () => {
    const { companion, tried } = ntfy(async () => new Response('no', { status: 500 }))
    await ask(companion)
    await companion.clock.advance(500)
    companion.clock.set(companion.clock.now() - 60 * 60 * SECOND)
    await companion.clock.advance(20 * SECOND)
    expect(tried).toHaveLength(3)
  })

  it('is closed upon sends nothing more', async () => {
    const { companion, tried } = ntfy(async () => new Response('no', { status: 500 }))
    await ask(companion)
    await companion.clock.advance(SECOND)
    await companion.close()
    await companion.clock.advance(60 * SECOND)
    expect(tried).toHaveLength(1)
  })
})

it.each([
  [1, 5],
  [2, 15],
  [3, 30],
  [4, 60],
  [5, 60],
  [99, 60],
])('waits after failure %i for %i s', (failures, seconds) => {
  expect(backOff(failures)).toBe(seconds * SECOND)
})
