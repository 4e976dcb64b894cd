import { EVENTS, type EventName, type Status } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createEventRing } from '../src/core/event-ring.js'
import { turn } from './clock.js'
import { type Heard, type Listening, listen } from './listen.js'
import { AWAY, adminOf, FAR, paired } from './paired.js'
import { type Stage, shownOf, stage } from './stage.js'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Opens a stream as the administrator, after the event `lastId`. */
function open(companion: Stage, lastId?: string): Promise<Listening> {
  const headers = { ...adminOf(companion), ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
  return listen(companion.get('/v1/events', headers))
}

/** Lets what comes together come. */
const settle = (companion: Stage) => companion.clock.advance(10)
const kinds = (heard: readonly Heard[]) => heard.map(({ event }) => event)
const stateIn = ({ data }: Heard) => shownOf(data as Status, 'Claude').state

describe('a stream', () => {
  it('begins with what is shown, and how soon to come back', async () => {
    const companion = stage()
    const stream = await open(companion)
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    expect(stream.text()).toMatch(/^retry: 1000\n\nid: \w+-\d+\nevent: status\ndata: \{/)
    const [first] = await stream.heard()
    expect(first?.data).toEqual(await companion.status())
  })

  it('tells of a new status, and of the session behind it, as the schemas say', async () => {
    const companion = stage()
    const stream = await open(companion)
    await stream.heard()
    await companion.report('Stop')
    await settle(companion)
    const heard = await stream.heard()
    expect(kinds(heard)).toEqual(['status', 'session'])
    expect(heard.map(stateOrSession)).toEqual(['done', { provider: 'Claude', session_id: 's1' }])
    for (const { event, data } of heard) expect(v.is(EVENTS[event as EventName], data)).toBe(true)
  })

  it('tells of a session that the display does not show', async () => {
    const companion = stage()
    await companion.report('PermissionRequest', { session_id: 'waits', tool_name: 'Bash' })
    await companion.clock.advance(SECOND)
    const stream = await open(companion)
    await stream.heard()
    await companion.report('UserPromptSubmit', { session_id: 'works' })
    await settle(companion)
    expect(await stream.heard()).toMatchObject([{ event: 'session', data: { session_id: 'works' } }])
  })

  it('tells that the quota changed, once for what comes together, and not of a figure that is repeated', async () => {
    const companion = stage({ config: { quota: {} } })
    const resets_at = companion.clock.now() / SECOND + 3_600
    const draw = (used_percentage: number, work: number) =>
      companion.post('/hooks/claude', {
        session_id: 's1',
        model: {},
        cost: { total_api_duration_ms: work },
        rate_limits: { five_hour: { used_percentage, resets_at } },
      })
    await draw(10, 1)
    const stream = await open(companion)
    await stream.heard()
    await draw(20, 2)
    await draw(30, 3)
    await settle(companion)
    const heard = await stream.heard()
    expect(heard).toMatchObject([{ event: 'usage', data: {} }])
    expect(v.is(EVENTS.usage, heard[0]?.data)).toBe(true)
    await draw(30, 3)
    await settle(companion)
    expect(await stream.heard()).toEqual([])
  })

  it('tells nothing of an event that changes nothing listed', async () => {
    const companion = stage()
    await companion.report('UserPromptSubmit')
    await companion.report('PreToolUse', { tool_name: 'Read', tool_use_id: 'a' })
    const stream = await open(companion)
    await stream.heard()
    await companion.report('PreToolUse', { tool_name: 'Read', tool_use_id: 'b' })
    await settle(companion)
    expect(await stream.heard()).toEqual([])
  })

  it('tells when a session ends, and when age alone ends or changes one', async () => {
    const companion = stage()
    await companion.report('Stop', { session_id: 'a' })
    await companion.report('Stop', { session_id: 'b', cwd: '/home/u/web' })
    const stream = await open(companion)
    await stream.heard()
    await companion.report('SessionEnd', { session_id: 'a' })
    await settle(companion)
    expect(await stream.heard()).toMatchObject([{ event: 'status' }, { event: 'session', data: { session_id: 'a' } }])
    await companion.clock.advance(5 * MINUTE)
    const heard = await stream.heard()
    expect(heard).toMatchObject([{ event: 'status' }, { event: 'session', data: { session_id: 'b' } }])
    expect(stateIn(heard[0] as Heard)).toBe('idle')
  })

  it('tells when only the number of background tasks changes', async () => {
    const companion = stage()
    const stop = (...ids: string[]) => {
      const background_tasks = ids.map((id) => ({ id, type: 'shell', status: 'running' }))
      return companion.report('Stop', { background_tasks })
    }
    await companion.report('UserPromptSubmit')
    await stop('a')
    const stream = await open(companion)
    await stream.heard()
    await stop('a')
    await settle(companion)
    expect(await stream.heard()).toEqual([])
    await stop('a', 'b')
    await settle(companion)
    expect(await stream.heard()).toMatchObject([{ event: 'session', data: { session_id: 's1' } }])
  })

  it('tells of the sessions whose place another takes, and of that one', async () => {
    const companion = stage()
    for (const session_id of ['a', 'b']) await companion.report('Stop', { session_id })
    const stream = await open(companion)
    await stream.heard()
    await companion.report('SessionStart', { session_id: 'c', source: 'startup' })
    await settle(companion)
    const told = (await stream.heard()).flatMap(({ event, data }) =>
      event === 'session' ? [(data as { session_id: string }).session_id] : [],
    )
    expect(told.sort()).toEqual(['a', 'b', 'c'])
  })

  it('tells when an ask is announced', async () => {
    const companion = stage()
    await companion.report('PermissionRequest', { tool_name: 'Bash', tool_use_id: 't' })
    const stream = await open(companion)
    await stream.heard()
    await companion.clock.advance(500)
    expect(kinds(await stream.heard())).toEqual(['status'])
  })

  it('tells when the night begins', async () => {
    const companion = stage({ config: { night: { from: '09:01', to: '10:00' } }, zone: () => 0 })
    const stream = await open(companion)
    await stream.heard()
    await companion.clock.advance(MINUTE)
    expect(await stream.heard()).toMatchObject([{ event: 'status', data: { ceiling: 0.2 } }])
  })

  it('tells of a session once, however much of it changes together', async () => {
    const companion = stage()
    const stream = await open(companion)
    await stream.heard()
    for (const event of ['UserPromptSubmit', 'Stop', 'UserPromptSubmit', 'Stop']) await companion.report(event)
    await settle(companion)
    const sessions = (await stream.heard()).filter(({ event }) => event === 'session')
    expect(sessions).toHaveLength(1)
  })

  it('tells of thousands of sessions bit by bit, each once', async () => {
    const companion = stage()
    const stream = await open(companion)
    await stream.heard()
    for (let index = 0; index < 1000; index += 1) {
      await companion.report('UserPromptSubmit', { session_id: `s${index}`, cwd: `/p/${index}` })
    }
    await settle(companion)
    const sessions = async () => (await stream.heard()).filter(({ event }) => event === 'session')
    expect(await sessions()).toHaveLength(256)
    await companion.clock.advance(30)
    expect(await sessions()).toHaveLength(744)
    expect(stream.isOver).toBe(false)
  })

  it('says every fifteen seconds that it stands', async () => {
    const companion = stage()
    const stream = await open(companion)
    const before = stream.text().length
    await companion.clock.advance(15 * SECOND - 1)
    expect(stream.text()).toHaveLength(before)
    await companion.clock.advance(1)
    await companion.clock.advance(15 * SECOND)
    expect(stream.text().slice(before)).toBe(':\n\n:\n\n')
  })

  it('is not opened by who asks for its headers alone', async () => {
    const companion = stage()
    const timers = companion.clock.waiting
    const head = await companion.app.request('/v1/events', { method: 'HEAD', headers: adminOf(companion) })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(companion.clock.waiting).toBe(timers)
  })

  function stateOrSession(heard: Heard): unknown {
    return heard.event === 'status' ? stateIn(heard) : heard.data
  }
})

describe('a stream that broke off', () => {
  it('goes on where it was', async () => {
    const companion = stage()
    const first = await open(companion)
    const [{ id } = { id: '' }] = await first.heard()
    await first.hangUp()
    await companion.report('Stop')
    await settle(companion)
    const second = await open(companion, id)
    const missed = await second.heard()
    expect(kinds(missed)).toEqual(['status', 'session'])
    await second.hangUp()
    expect(kinds(await (await open(companion, missed[0]?.id)).heard())).toEqual(['session'])
    expect(await (await open(companion, missed[1]?.id)).heard()).toEqual([])
  })

  it('goes on by its address too, where no header can be set', async () => {
    const companion = stage()
    const first = await open(companion)
    const [{ id } = { id: '' }] = await first.heard()
    await companion.report('Stop')
    await settle(companion)
    const second = await listen(companion.get(`/v1/events?last_event_id=${id}`, adminOf(companion)))
    expect(kinds(await second.heard())).toEqual(['status', 'session'])
  })

  it('begins anew once too much was missed', async () => {
    const companion = stage()
    const first = await open(companion)
    const [{ id } = { id: '' }] = await first.heard()
    await first.hangUp()
    for (let index = 0; index < 300; index += 1) {
      await companion.report('UserPromptSubmit', { session_id: `s${index}`, cwd: `/p/${index}` })
    }
    await companion.clock.advance(20)
    expect(kinds(await (await open(companion, id)).heard())).toEqual(['status'])
  })

  it('begins anew when nobody listened for a while, though nothing may have come', async () => {
    const companion = stage()
    const first = await open(companion)
    const [{ id } = { id: '' }] = await first.heard()
    await first.hangUp()
    await companion.clock.advance(MINUTE)
    await companion.report('Stop')
    await settle(companion)
    const heard = await (await open(companion, id)).heard()
    expect(kinds(heard)).toEqual(['status'])
    expect(stateIn(heard[0] as Heard)).toBe('done')
  })

  it('begins anew with a companion that was started anew', async () => {
    const companion = stage()
    const first = await open(companion)
    const [{ id } = { id: '' }] = await first.heard()
    const again = await companion.restart()
    expect(kinds(await (await open(again, id)).heard())).toEqual(['status'])
  })

  it.each(['', 'x', '-', '1', 'boot-1', 'boot-999999999999999999', '../../etc-1'])(
    'begins anew after an id that is none (%j)',
    async (id) => expect(kinds(await (await open(stage(), id)).heard())).toEqual(['status']),
  )
})

describe('who listens', () => {
  it('costs nothing once nobody does', async () => {
    const companion = stage()
    const timers = companion.clock.waiting
    const stream = await open(companion)
    expect(companion.clock.waiting).toBeGreaterThan(timers)
    await stream.hangUp()
    await companion.clock.advance(MINUTE)
    expect(companion.clock.waiting).toBe(timers)
  })

  it('and hangs up is forgotten', async () => {
    const companion = stage()
    const timers = companion.clock.waiting
    const abort = new AbortController()
    const answer = companion.app.request('/v1/events', { headers: adminOf(companion), signal: abort.signal })
    const stream = await listen(answer)
    abort.abort()
    await turn()
    expect(stream.isOver).toBe(true)
    await companion.clock.advance(MINUTE)
    expect(companion.clock.waiting).toBe(timers)
  })

  it('but does not read is let go, and goes on later by the last id', async () => {
    const companion = stage()
    const slow = await companion.get('/v1/events', adminOf(companion))
    const quick = await open(companion)
    for (let round = 0; round < 40; round += 1) {
      for (let index = 0; index < 100; index += 1) {
        const event = round % 2 === 0 ? 'UserPromptSubmit' : 'Stop'
        await companion.report(event, { session_id: `s${index}-${'x'.repeat(80)}`, cwd: `/p/${index}` })
      }
      await settle(companion)
    }
    expect(quick.isOver).toBe(false)
    const rest = await listen(slow)
    await turn()
    expect(rest.isOver).toBe(true)
    expect(rest.text().length).toBeLessThan(300 * 1024)
    expect(rest.text().endsWith('\n\n')).toBe(true)
  })

  it('ends with the companion', async () => {
    const companion = stage()
    const stream = await open(companion)
    await companion.close()
    await turn()
    expect(stream.isOver).toBe(true)
  })

  it('ends when the token is revoked, and no other stream does', async () => {
    const companion = stage(AWAY)
    const [one, other] = [await paired(companion), await paired(companion)]
    const streams = [one, other].map(({ headers }) => listen(companion.get('/v1/events', { ...FAR, ...headers })))
    const [ends, goesOn] = await Promise.all(streams)
    await one.revoke()
    await turn()
    expect([ends?.isOver, goesOn?.isOver]).toEqual([true, false])
    expect((await companion.get('/v1/events', { ...FAR, ...one.headers })).status).toBe(401)
  })
})

describe('the ring', () => {
  it('knows what came after an id, as far back as it is long', () => {
    const ring = createEventRing('b', 3)
    for (let index = 1; index <= 5; index += 1) ring.add((id) => id)
    expect(['b-5', 'b-4', 'b-2', 'b-1', 'b-6', 'c-4'].map((id) => ring.since(id))).toEqual([
      [],
      ['b-5'],
      ['b-3', 'b-4', 'b-5'],
      undefined,
      undefined,
      undefined,
    ])
    ring.skip()
    expect([ring.since('b-5'), ring.since(ring.lastId)]).toEqual([undefined, []])
  })
})
