import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStatus, readUsage } from '../src/index.js'

const idle = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: 100 }
const status = { ok: true, updated_at: 100, providers: [{ name: 'Claude', attention: idle }] }
const entry = { name: 'Codex', windows: [], observed_at: null, age_sec: null, stale: false, source: null }
const usage = { ok: true, updated_at: 100, providers: [entry] }
const json = JSON.stringify

describe('a status', () => {
  it.each([
    ['as the schema says', status, status],
    ['with keys of a newer companion', { ...status, motto: 'x' }, status],
    [
      'with a provider nobody knows',
      { ...status, providers: [...status.providers, { name: 'Gemini', attention: { state: 'levitating' } }] },
      status,
    ],
    [
      'with a state nobody knows',
      { ...status, providers: [{ name: 'Claude', attention: { ...idle, state: 'levitating' } }] },
      { ...status, providers: [{ name: 'Claude', attention: { ...idle, state: 'unknown' } }] },
    ],
    ['with nobody in it', { ...status, providers: [] }, { ...status, providers: [] }],
    ['with brackets and quotes in a text', { ...status, motto: '[{"'.repeat(600) }, status],
    ['with a backslash, a quote and brackets in a text', { ...status, motto: `\\${'"[{'.repeat(600)}\\` }, status],
    ['with a ceiling', { ...status, ceiling: 0.2 }, { ...status, ceiling: 0.2 }],
  ])('%s is read', (_, body, expected) => {
    expect(readStatus(json(body))).toEqual({ ok: true, status: expected })
  })

  it.each([
    ['nothing', ''],
    ['a web page', '<html>'],
    ['half an answer', json(status).slice(0, 60)],
    ['a refusal', json({ ok: false, error: 'internal', message: '' })],
    ['a list', '[]'],
    ['null', 'null'],
    ['a body that says not that it is good', json({ ...status, ok: undefined })],
    ['a body that is too long', json({ ...status, motto: 'x'.repeat(9000) })],
    ['a body that is nested too deep for the stack', `{"ok":true,"x":${'['.repeat(100)}${']'.repeat(100)}}`],
    [
      'a body that is nested too deep behind a text that ends in a backslash',
      `{"ok":true,"a":"\\\\","x":${'['.repeat(100)}${']'.repeat(100)}}`,
    ],
    ['a body of more numbers than there is memory for', `{"ok":true,"x":[${'1,'.repeat(2000)}1]}`],
    ['a body of more values than there is memory for', `{"ok":true,"x":[${'[],'.repeat(2000)}[]]}`],
  ])('that is %s is a bad answer', (_, text) => {
    expect(readStatus(text)).toEqual({ ok: false, why: 'bad_answer' })
  })

  it.each([
    ['providers are a table', { ...status, providers: {} }],
    ['a count is a word', { ...status, providers: [{ name: 'Claude', attention: { ...idle, count: 'many' } }] }],
    ['a state is a number', { ...status, providers: [{ name: 'Claude', attention: { ...idle, state: 7 } }] }],
    ['a state is a name that every object has', { ...status, providers: [{ name: 'Claude', attention: 'toString' }] }],
    ['a provider has no name', { ...status, providers: [{ attention: idle }] }],
    ['a provider is null', { ...status, providers: [null] }],
    [
      'four projects are named',
      { ...status, providers: [{ name: 'Claude', attention: { ...idle, projects: ['a', 'b', 'c', 'd'] } }] },
    ],
    ['the ceiling is no part of one', { ...status, ceiling: 50 }],
  ])('in which %s is a newer companion', (_, body) => {
    expect(readStatus(json(body))).toEqual({ ok: false, why: 'newer' })
  })

  it('that says toString for a state reads as unknown', () => {
    const read = readStatus(
      json({ ...status, providers: [{ name: 'Claude', attention: { ...idle, state: 'toString' } }] }),
    )
    expect(read.ok && read.status.providers[0]?.attention.state).toBe('unknown')
  })
})

const WINDOW = { label: '7d Fable', pct: 3, resets_in_sec: 60, duration_sec: 604_800 }

describe('a usage', () => {
  it.each([
    ['without attention', usage],
    ['with attention', { ...usage, providers: [{ ...entry, attention: idle }] }],
    [
      'with unknown figures',
      {
        ...usage,
        providers: [{ ...entry, windows: [{ label: '5h', pct: null, resets_in_sec: null, duration_sec: null }] }],
      },
    ],
    ['with a way to show it', { ...usage, show: 'remaining', levels: { high: 60, full: 90 } }],
    [
      'with ages and scopes of windows',
      {
        ...usage,
        providers: [{ ...entry, windows: [{ ...WINDOW, scope: 'Fable', age_sec: 9_000, stale: true }], error: 'x' }],
      },
    ],
  ])('%s is read', (_, body) => {
    expect(readUsage(json(body))).toEqual({ ok: true, usage: body })
  })

  it('with a way to show it that nobody knows is read as without', () => {
    expect(readUsage(json({ ...usage, show: 'as a song' }))).toEqual({ ok: true, usage })
  })

  it.each([
    ['newer', json({ ...usage, show: 7 })],
    ['newer', json({ ...usage, levels: { high: -1, full: 90 } })],
    ['bad_answer', 'x'],
    ['bad_answer', json({ ...usage, motto: 'x'.repeat(17_000) })],
    ['newer', json({ ...usage, providers: [{ ...entry, stale: 'rather' }] })],
  ] as const)('else is refused as %s', (why, text) => {
    expect(readUsage(text)).toEqual({ ok: false, why })
  })
})

it('nothing that is sent makes reading throw', () => {
  const cut = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        cut.map((at) => json(usage).slice(0, at)),
      ),
      (text) => {
        expect(typeof readStatus(text).ok).toBe('boolean')
        expect(typeof readUsage(text).ok).toBe('boolean')
      },
    ),
  )
})
