import { describe, expect, test } from 'vitest'
import {
  backOff,
  type Connection,
  type ConnectionEffect,
  type ConnectionInput,
  connect,
  updateConnection,
} from '../src/live/connection.js'

const NOW = 5_000
const OUT = 'close-stream start-polling fetch-usage'
const at = (phase: Connection['phase'], failures = 0): Connection => ({ phase, since: 1_000, failures })
const names = (effects: readonly ConnectionEffect[]): string => effects.map((effect) => effect.do).join(' ')

test('a page connects and asks for everything at once', () => {
  const { connection, effects } = connect(NOW)
  expect(connection).toEqual({ phase: 'connecting', since: NOW, failures: 0 })
  expect(names(effects)).toBe('open-stream refetch fetch-usage')
})

describe('what follows', () => {
  test.each<[string, Connection, ConnectionInput, Connection['phase'], string]>([
    ['a first stream: all is fetched again', at('connecting'), 'opened', 'live', 'refetch fetch-usage'],
    ['another stream while it is live', at('live'), 'opened', 'live', 'refetch fetch-usage'],
    ['a stream after a loss: all is fetched anew', at('reconnecting'), 'opened', 'live', 'refetch fetch-usage'],
    ['a stream that the browser mends itself', at('live'), 'interrupted', 'reconnecting', ''],
    ['a stream that the browser gave up', at('live'), 'closed', 'reconnecting', 'close-stream try-later'],
    ['a companion that is silent', at('live'), 'silent', 'reconnecting', 'close-stream try-later'],
    ['the time to try again', at('reconnecting'), 'due', 'reconnecting', 'open-stream refetch'],
    ['the time to try again came too late', at('live'), 'due', 'live', ''],
    ['someone looks while it is live', at('live'), 'nudged', 'live', 'refetch fetch-usage'],
    ['someone looks while it is lost', at('reconnecting'), 'nudged', 'reconnecting', 'open-stream refetch'],
    ['an answer while it is lost', at('reconnecting'), 'admitted', 'reconnecting', ''],
    ['a browser that is not let in', at('connecting'), 'unauthorized', 'signed-out', OUT],
    ['a sign-in that was revoked', at('live'), 'unauthorized', 'signed-out', OUT],
    ['someone looks while signed out', at('signed-out'), 'nudged', 'signed-out', 'start-polling refetch fetch-usage'],
    ['signed in in another tab', at('signed-out'), 'admitted', 'connecting', 'stop-polling open-stream fetch-usage'],
    ['refused again', at('signed-out'), 'unauthorized', 'signed-out', ''],
    ['a stream that is late', at('signed-out'), 'closed', 'signed-out', ''],
    ['nobody answers who is signed out', at('signed-out'), 'silent', 'signed-out', ''],
  ])('%s', (_, before, input, phase, effects) => {
    const step = updateConnection(before, input, NOW)
    expect(step.connection.phase).toBe(phase)
    expect(names(step.effects)).toBe(effects)
  })
})

test('a loss counts from its beginning, however often it is tried', () => {
  let connection = at('live')
  const inputs = ['interrupted', 'closed', 'due', 'silent', 'nudged', 'closed'] as const
  inputs.forEach((input, step) => {
    connection = updateConnection(connection, input, NOW + step).connection
  })
  expect(connection).toEqual({ phase: 'reconnecting', since: NOW, failures: 3 })
  expect(updateConnection(connection, 'opened', NOW + 9).connection).toEqual({
    phase: 'live',
    since: NOW + 9,
    failures: 0,
  })
})

test('each failure is waited on longer, up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 1_000].map(backOff)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
})
