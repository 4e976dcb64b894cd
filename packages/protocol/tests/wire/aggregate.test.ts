import { describe, expect, it } from 'vitest'
import { aggregate, type OpenAsk, type SessionRecord } from '../../src/wire/index.js'

const REST = { state: 'running', reason: 'tool_use', since: 0, at: 0 } as const

function ask(id: string, drives = true): OpenAsk {
  return { id, kind: 'permission', reason: 'permission_request', drives, opened_at: 5, at: 5 }
}

function waiting(session_id: string, ...asks: OpenAsk[]): SessionRecord {
  return {
    provider: 'Claude',
    session_id,
    path: `/p/${session_id}`,
    project: session_id,
    state: 'needs_user',
    reason: 'permission_request',
    since: 5,
    at: 5,
    rest: REST,
    asks,
    background: 0,
    headless: false,
  }
}

describe('an ask that was put off', () => {
  it('drives nothing and is counted', () => {
    const { Claude } = aggregate([waiting('a', ask('1'))], new Set(['1']), 10)
    expect(Claude).toMatchObject({ state: 'running', count: 1, snoozed: 1 })
  })

  it('leaves the session’s other asks to drive', () => {
    const { Claude } = aggregate([waiting('a', ask('1'), ask('2'))], new Set(['1']), 10)
    expect(Claude).toMatchObject({ state: 'needs_user', count: 1, snoozed: 1 })
  })

  it('leaves other sessions to drive', () => {
    const { Claude } = aggregate([waiting('a', ask('1')), waiting('b', ask('2'))], new Set(['1']), 10)
    expect(Claude).toMatchObject({ state: 'needs_user', count: 1, projects: ['b'], snoozed: 1 })
  })

  it('is not counted where nothing was put off', () => {
    expect(aggregate([waiting('a', ask('1'))], new Set(), 10).Claude).not.toHaveProperty('snoozed')
  })
})
