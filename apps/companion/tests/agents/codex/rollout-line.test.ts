import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kindOf, limitOf, windowsOf } from '../../../src/agents/codex/quota/limit.js'
import { glanceAt, momentOfLine, readLine } from '../../../src/agents/codex/quota/rollout-line.js'
import { usageFixture } from './usage-fixture.js'

const AT = '2026-07-01T20:24:41.123Z'
const RESET = 1_782_955_492
const WEEK = { used_percent: 5, window_minutes: 10_080, resets_at: RESET }

function lineOf(rate_limits: unknown, more: object = {}): string {
  return JSON.stringify({ timestamp: AT, type: 'event_msg', payload: { type: 'token_count', rate_limits, ...more } })
}

const window = (slot: string, pct: number | null, durationSec: number | null, resetsAt: number | null) => ({
  ...{ slot, pct, durationSec, resetsAt },
})

describe('a line of a rollout', () => {
  const primary = { used_percent: 12.5, window_minutes: 300, resets_at: RESET }
  const fiveHours = window('primary', 12.5, 18_000, RESET * 1_000)
  const one: [name: string, line: string, windows: object[]][] = [
    ['has the windows of its limit', lineOf({ limit_id: 'codex', primary, secondary: null }), [fiveHours]],
    ['without a limit id is of the main limit', lineOf({ primary }), [fiveHours]],
    ['with a limit id of null is of the main limit', lineOf({ limit_id: null, primary }), [fiveHours]],
    ['may have its limits in info', lineOf(undefined, { info: { rate_limits: { primary } } }), [fiveHours]],
    ['may have its limits in info beside null', lineOf(null, { info: { rate_limits: { primary } } }), [fiveHours]],
    ['may hold keys and plans nobody knows', lineOf({ primary, plan_type: 'galactic', new: [{}] }), [fiveHours]],
    [
      'may have the week in the first slot',
      lineOf({ primary: WEEK, secondary: null }),
      [window('primary', 5, 604_800, RESET * 1_000)],
    ],
    [
      'may have the month in the second slot',
      lineOf({ primary: null, secondary: { used_percent: 1, window_minutes: 43_200, resets_at: RESET } }),
      [window('secondary', 1, 2_592_000, RESET * 1_000)],
    ],
    [
      'says its percent raw',
      lineOf({ primary: { ...primary, used_percent: 14.000000000000002 }, secondary: { ...WEEK, used_percent: 105 } }),
      [{ ...fiveHours, pct: 14.000000000000002 }, window('secondary', 105, 604_800, RESET * 1_000)],
    ],
    ['takes 1.0 for one percent', lineOf({ primary: { ...primary, used_percent: 1.0 } }), [{ ...fiveHours, pct: 1 }]],
    [
      'may not say when its window is reset',
      lineOf({ primary: { ...primary, resets_at: null } }),
      [{ ...fiveHours, resetsAt: null }],
    ],
    [
      'may not say how long its window is',
      lineOf({ primary: { ...primary, window_minutes: null } }),
      [{ ...fiveHours, durationSec: null }],
    ],
    [
      'of an older build counts its reset from its own time on',
      lineOf({ primary: { used_percent: 3, window_minutes: 299, resets_in_seconds: 60 } }),
      [window('primary', 3, 17_940, Date.parse(AT) + 60_000)],
    ],
    [
      'of an older build may say its reset as a text',
      lineOf({ primary: { used_percent: 3, window_minutes: 300, resets_at: '2026-07-01T22:00:00Z' } }),
      [window('primary', 3, 18_000, Date.UTC(2026, 6, 1, 22))],
    ],
    [
      'has no window that is unused and has neither a length nor a reset',
      lineOf({ primary: { used_percent: 0, window_minutes: null, resets_at: null }, secondary: WEEK }),
      [window('secondary', 5, 604_800, RESET * 1_000)],
    ],
    [
      'keeps an unused window that has a length',
      lineOf({ primary: { used_percent: 0, window_minutes: 300, resets_at: null } }),
      [window('primary', 0, 18_000, null)],
    ],
    [
      'does not make a number of a percent that is none',
      lineOf({ primary: { ...primary, used_percent: 'many' }, secondary: { ...WEEK, used_percent: null } }),
      [{ ...fiveHours, pct: null }, window('secondary', null, 604_800, RESET * 1_000)],
    ],
    [
      'may have a slot that is not understood',
      lineOf({ primary: 'soon', secondary: WEEK }),
      [window('secondary', 5, 604_800, RESET * 1_000)],
    ],
    ...[null, 25, '62498.725', { has_credits: true, unlimited: false, balance: '62498.725' }, { balance: 25 }].map(
      (credits): [string, string, object[]] => [
        `does not care for credits of ${JSON.stringify(credits)}`,
        lineOf({ primary, credits }),
        [fiveHours],
      ],
    ),
    ['may end with a carriage return', `${lineOf({ primary })}\r`, [fiveHours]],
  ]
  it.each(one)('%s', (_, line, windows) => {
    const snapshot = readLine(line)
    expect(snapshot?.at).toBe(Date.parse(AT))
    expect(snapshot?.limit).toEqual({ id: 'codex', name: 'codex', windows })
    expect(glanceAt(Buffer.from(line))).toMatchObject({ at: Date.parse(AT) })
  })

  const none: [name: string, line: string][] = [
    ['whose limits are null', lineOf(null)],
    ['without limits', lineOf(undefined)],
    ['whose limits are a list', lineOf([])],
    ['of an answer that brought no figures', lineOf({ limit_id: 'codex', primary: null, secondary: null })],
    ['of a premium limit without a window', lineOf({ limit_id: 'premium', primary: null })],
    ['of another kind', lineOf({ primary: WEEK }).replace('token_count', 'agent_message')],
    ['without a time', lineOf({ primary: WEEK }).replace(AT, 'yesterday')],
    ['that is cut', lineOf({ primary: WEEK }).slice(0, -3)],
    ['that is cut in front', lineOf({ primary: WEEK }).slice(9)],
    ['that is empty', ''],
    ['that is null', 'null'],
    ['that is a number', '7'],
    ['with a payload that is a text', JSON.stringify({ timestamp: AT, payload: 'token_count' })],
    [
      'in which somebody speaks of limits',
      JSON.stringify({ timestamp: AT, payload: { text: lineOf({ primary: WEEK }) } }),
    ],
  ]
  it.each(none)('%s says nothing', (_, line) => {
    expect(readLine(line)).toBeUndefined()
  })

  it('of another limit is told apart from the main one', () => {
    const snapshot = readLine(lineOf({ limit_id: 'codex_bengalfox', limit_name: 'GPT-5.3-Codex-Spark', primary: WEEK }))
    expect(snapshot === undefined ? [] : windowsOf([snapshot.limit])).toEqual([
      {
        ...window('primary', 5, 604_800, RESET * 1_000),
        kind: 'codex_bengalfox',
        scope: 'GPT-5.3-Codex-Spark',
        isMain: false,
      },
    ])
  })

  it('of a limit without a name is called by its id', () => {
    expect(readLine(lineOf({ limit_id: 'premium', primary: WEEK }))?.limit).toMatchObject({
      id: 'premium',
      name: 'premium',
    })
  })

  it('keeps what could move a terminal out of names', () => {
    const limit = readLine(
      lineOf({ limit_id: 'a\u001b[2Jb', limit_name: `\u0007${'n'.repeat(500)}`, primary: WEEK }),
    )?.limit
    expect(limit).toMatchObject({ id: 'ab', name: `${'n'.repeat(63)}…` })
  })

  it('cuts a name between its characters', () => {
    const { name } = limitOf('x', '😀'.repeat(200), [])
    expect(name).toBe(`${'😀'.repeat(63)}…`)
  })

  it('says when it was written in its beginning', () => {
    expect(momentOfLine(Buffer.from(`{ "timestamp" : "${AT}", "x`))).toBe(Date.parse(AT))
    expect(momentOfLine(Buffer.from('{"type":"event_msg"'))).toBeUndefined()
  })

  it('reads the recorded ones', () => {
    const lines = readFileSync(usageFixture('codex-rollout.jsonl'), 'utf8').split('\n').map(readLine)
    expect(
      lines.map((snapshot) => snapshot && [kindOf(snapshot.limit), snapshot.limit.windows.map(({ pct }) => pct)]),
    ).toEqual([undefined, ['', [12.5, 5]], ['codex_bengalfox', [0]], undefined, undefined])
  })
})
