import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Attention, merge, type Status, StatusSchema } from '../../src/wire/index.js'

const IDLE: Attention = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: 1 }

function status(claude: Partial<Attention>, ceiling?: number): Status {
  return {
    ok: true,
    updated_at: claude.updated_at ?? 1,
    providers: [{ name: 'Claude', attention: { ...IDLE, ...claude } }],
    ...(ceiling === undefined ? {} : { ceiling }),
  }
}

const claudeOf = (statuses: Status[]) => merge(statuses).providers[0]?.attention

describe('merge', () => {
  it('reads no answer as idle', () => {
    expect(merge([]).providers.map(({ attention }) => attention.state)).toEqual(['idle', 'idle'])
  })

  it('takes the best state of any companion and adds what is in it', () => {
    const here = status({
      state: 'needs_user',
      count: 1,
      projects: ['api'],
      reason: 'question',
      updated_at: 5,
      epoch: 10,
    })
    const there = status({ state: 'needs_user', count: 2, projects: ['web', 'cli'], updated_at: 9, epoch: 20 })
    const away = status({ state: 'running', count: 7, projects: ['tool'], updated_at: 99, epoch: 3 })
    expect(claudeOf([here, away, there])).toEqual({
      state: 'needs_user',
      count: 3,
      primary_project: 'web',
      projects: ['web', 'cli', 'api'],
      reason: '',
      updated_at: 99,
      epoch: 33,
    })
  })

  it('changes its epoch when any companion’s changes', () => {
    const other = status({ epoch: 4 })
    expect(claudeOf([status({ epoch: 10 }), other])?.epoch).not.toBe(claudeOf([status({ epoch: 11 }), other])?.epoch)
  })

  it('keeps to the lowest ceiling', () => {
    expect(merge([status({}, 0.4), status({}), status({}, 0.2)]).ceiling).toBe(0.2)
  })

  it('is itself a status', () => {
    expect(v.is(StatusSchema, merge([status({ state: 'done', count: 1, projects: ['a'] }), status({})]))).toBe(true)
  })
})
