import { readdirSync, readFileSync } from 'node:fs'
import { ReportSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { wordsIn } from '../../../../tests/kit/words.js'
import type { Agent } from '../../src/agents/agent.js'

type Payload = Record<string, unknown>

/** Keys that say whose event it is: only these may refuse a payload by their shape. */
const STRICT = new Set(['hook_event_name', 'session_id', 'agent_id', 'type'])
/** Returns the recorded payloads of an agent's hooks. */
function recordedPayloads(client: string): { file: string; payload: Payload }[] {
  const folder = new URL(`../../../../tests/fixtures/hooks/${client}/`, import.meta.url)
  return readdirSync(folder).map((file) => ({
    file,
    payload: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Payload,
  }))
}

/** What every agent's reading of hook payloads keeps to, shown on the recorded ones. */
export function agentContract(name: string, agent: Agent, client: string): void {
  const recorded = recordedPayloads(client)

  describe(`the agent ${name}`, () => {
    it.each(recorded)('reads $file as a report of its own, or ignores it', ({ payload }) => {
      const reading = agent.read(payload, {})
      if ('ignored' in reading) return
      expect(reading).toHaveProperty('report')
      if (!('report' in reading)) return
      expect(reading.report).toMatchObject({ provider: agent.provider, event: payload.hook_event_name })
      expect(v.safeParse(ReportSchema, reading.report).issues).toBeUndefined()
    })

    it.each(recorded)('keeps no word of $file', ({ payload }) => {
      const text = JSON.stringify(agent.read(payload, {}))
      for (const word of wordsIn(payload)) expect(text).not.toContain(JSON.stringify(word).slice(1, -1))
    })

    it('has words to keep back', () => {
      expect(recorded.flatMap(({ payload }) => wordsIn(payload)).length).toBeGreaterThan(10)
    })

    it.each(recorded)('reads $file as before when it gains keys that nobody knows', ({ payload }) => {
      const more = { ...payload, invented_next_year: { deep: [1, null] }, constructor: 1, toString: null }
      expect(agent.read(more, {})).toEqual(agent.read(payload, {}))
    })

    const odd: [name: string, value: unknown][] = [
      ['null', null],
      ['empty', ''],
      ['a number', -1],
      ['a list', [null, {}, [[]]]],
      ['huge', 'x'.repeat(200_000)],
    ]
    it.each(odd)('loses no event by a key that is %s', (_, value) => {
      for (const { payload } of recorded) {
        for (const key of Object.keys(payload).filter((key) => !STRICT.has(key))) {
          expect([key, agent.read({ ...payload, [key]: value }, {})]).not.toHaveProperty('1.refusal')
        }
      }
    })

    it.each(odd)('holds little of a payload whose every key is %s', (_, value) => {
      const payload = Object.fromEntries(
        recorded.flatMap(({ payload }) => Object.keys(payload)).map((key) => [key, value]),
      )
      const reading = agent.read(
        { ...payload, hook_event_name: 'Stop', session_id: 's', agent_id: null, type: 'x' },
        {},
      )
      expect(reading).toHaveProperty('report')
      expect(JSON.stringify(reading).length).toBeLessThan(8_192)
    })

    it('carries what the environment of the hook knows', () => {
      const origin = { pid: 42, pane: '%3', attended: true, project_dir: '/a/b' }
      expect(agent.read({ hook_event_name: 'Stop', session_id: 's' }, origin)).toMatchObject({ report: origin })
    })

    it.each([null, 7, 'Stop', [], {}])('refuses %j', (payload) => {
      expect(agent.read(payload, {})).toMatchObject({ refusal: { error: 'invalid_body' } })
    })
  })
}
