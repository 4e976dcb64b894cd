import type { Client } from '@codexbar/client'
import { columns, HealthSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { caption } from '../../src/commands/demo/demo.js'
import { play } from '../../src/commands/demo/play.js'
import { readStory, type Step } from '../../src/commands/demo/story.js'
import { paint } from '../../src/commands/tone.js'
import { stage } from '../stage.js'

const STORY = new URL('../../demo/two-claudes-and-a-codex.jsonl', import.meta.url)

const step = (at: number, event: string, id = 'demo-a'): Step => ({
  at,
  provider: 'Claude',
  payload: { session_id: id, hook_event_name: event, cwd: '/demo/a' },
})

const recording = () => {
  const heard: string[] = []
  const hook: Client['hook'] = async (_, payload) => {
    const { session_id, hook_event_name } = payload as Step['payload']
    heard.push(`${session_id} ${hook_event_name}`)
    return { ignored: false }
  }
  return { heard, client: { hook } as unknown as Client }
}

describe('the recorded story', () => {
  test('is in the order of time and at most half a minute long at its usual speed', async () => {
    const story = await readStory(STORY)
    const times = story.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(120_000)
  })

  test('begins and ends every session that it tells of', async () => {
    const story = await readStory(STORY)
    for (const id of new Set(story.map(({ payload }) => payload.session_id))) {
      const events = story.filter(({ payload }) => payload.session_id === id).map((one) => one.payload.hook_event_name)
      expect([events[0], events.at(-1)], id).toEqual(['SessionStart', 'SessionEnd'])
    }
  })

  test('has a permission, a question, an error and an end for both agents', async () => {
    const events = (await readStory(STORY)).map(({ provider, payload }) => `${provider} ${payload.hook_event_name}`)
    expect(events).toEqual(
      expect.arrayContaining([
        'Claude PermissionRequest',
        'Codex PermissionRequest',
        'Claude StopFailure',
        'Codex Stop',
        'Claude Stop',
      ]),
    )
  })
})

test('a companion shows every state of the story, pushes none of it and takes none of it for an agent', async () => {
  const companion = stage()
  const shown = new Set<string>()
  let clock = 0
  for (const { at, provider, payload } of await readStory(STORY)) {
    await companion.clock.advance(at - clock)
    clock = at
    await companion.post(`/hooks/${provider.toLowerCase()}`, payload)
    for (const { name, attention } of (await companion.status()).providers) shown.add(`${name} ${attention.state}`)
  }
  expect([...shown]).toEqual(
    expect.arrayContaining(['Claude needs_user', 'Claude error', 'Claude done', 'Codex needs_user', 'Codex done']),
  )
  expect((await companion.status()).providers.map(({ attention }) => attention.state)).toEqual(['idle', 'idle'])
  expect(companion.published).toEqual([])
  const { last_event } = v.parse(HealthSchema, await (await companion.app.request('/health')).json())
  expect(last_event.map(({ at }) => at)).toEqual([null, null])
})

describe('playing', () => {
  const options = { speed: 1_000_000, onStep: async () => {} }

  test('sends each step in its order', async () => {
    const { heard, client } = recording()
    const story = [step(0, 'SessionStart'), step(500, 'Stop'), step(900, 'SessionEnd')]
    await play(story, { ...options, client, signal: new AbortController().signal })
    expect(heard).toEqual(['demo-a SessionStart', 'demo-a Stop', 'demo-a SessionEnd'])
  })

  test('ends what it began when it is stopped', async () => {
    const { heard, client } = recording()
    const ending = new AbortController()
    const onStep = async () => ending.abort()
    await play([step(0, 'SessionStart'), step(9_000, 'Stop')], { client, speed: 1, signal: ending.signal, onStep })
    expect(heard).toEqual(['demo-a SessionStart', 'demo-a SessionEnd'])
  })

  test('ends what it began when the companion refuses', async () => {
    const { heard, client } = recording()
    const onStep = () => Promise.reject(new Error('refused'))
    const playing = play([step(0, 'SessionStart', 'demo-b')], {
      ...options,
      client,
      signal: new AbortController().signal,
      onStep,
    })
    await expect(playing).rejects.toThrow('refused')
    expect(heard).toEqual(['demo-b SessionStart', 'demo-b SessionEnd'])
  })
})

describe('a caption', () => {
  const shown = [{ text: 'Claude ' }, { text: '▲ needs you  ' }, { text: 'Codex ' }, { text: '● running    ' }]
  const say = 'It asks whether it may run the tests. 日本語 counts twice. Go to its terminal, or wait.'
  const lines = (width: number): string[] => caption(shown, say, width).map((line) => paint(line, false))

  test('stands beside what is shown, and goes on below itself', () => {
    expect(lines(80)).toEqual([
      'Claude ▲ needs you  Codex ● running    It asks whether it may run the tests.',
      '                                       日本語 counts twice. Go to its terminal,',
      '                                       or wait.',
    ])
    expect(lines(Number.POSITIVE_INFINITY)).toHaveLength(1)
  })

  test('stands below it where there is little room', () => {
    expect(lines(50)[0]).toBe('Claude ▲ needs you  Codex ● running    ')
    expect(lines(50)[1]).toBe('  It asks whether it may run the tests. 日本語')
  })

  test('breaks between words, and is never wider than the terminal', () => {
    for (let width = 40; width <= 160; width += 1) {
      for (const line of lines(width)) expect(columns(line), `${width}`).toBeLessThanOrEqual(width)
      expect(lines(width).join(' ').replaceAll(/ +/g, ' ')).toContain(say)
    }
  })
})
