import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { observeBody, readUsageBody } from '../../../src/agents/claude/quota/usage-body.js'
import { recorded } from './recorded.js'

const HOUR = 3_600
const WEEK = 7 * 24 * HOUR
const NOW = Date.parse('2026-07-02T21:00:00Z')

/** Returns the readings as short lines: what, percent, reset. */
function lines(body: unknown): string[] | undefined {
  return readUsageBody(body)?.windows.map(({ kind, scope, durationSec, pct, resetsAt }) => {
    const length = durationSec === 5 * HOUR ? '5h' : durationSec === WEEK ? '7d' : `${durationSec}s`
    const reset = resetsAt === null ? 'none' : new Date(resetsAt).toISOString()
    return `${[length, kind, scope].filter(Boolean).join(' ')} = ${pct} until ${reset}`
  })
}

const RESET = '2026-07-03T00:30:00.000Z'
const at = (utilization: unknown, resets_at: unknown = RESET) => ({ utilization, resets_at })
const limit = (kind: string | undefined, percent: unknown, resets_at: unknown = RESET, more = {}) => ({
  ...{ kind, percent, resets_at, scope: null, is_active: false },
  ...more,
})
const scoped = (name: unknown, percent: unknown, resets_at: unknown = RESET, more = {}) =>
  limit('weekly_scoped', percent, resets_at, {
    scope: { model: { id: null, display_name: name }, surface: null },
    ...more,
  })

describe('the recorded body', () => {
  it.each<[name: string, lines: string[]]>([
    [
      'oauth-usage.max',
      [
        '5h = 11 until 2026-07-03T00:30:00.282Z',
        '7d = 9 until 2026-07-08T09:00:00.282Z',
        '7d fable Fable = 5 until 2026-07-08T09:00:00.283Z',
      ],
    ],
    [
      'oauth-usage.idle-session',
      [
        '5h = 0 until none',
        '7d = 90 until 2026-07-27T16:00:00.081Z',
        '7d fable Fable = 100 until 2026-07-27T16:00:00.081Z',
      ],
    ],
    ['oauth-usage.enterprise', []],
  ])('%s says its windows, and no money', (name, expected) => {
    expect(lines(recorded(name))).toEqual(expected)
    expect(readUsageBody(recorded(name))?.whole).toBe('all')
  })

  it('of an account without windows is no quota, not a mistake', () => {
    const body = readUsageBody(recorded('oauth-usage.enterprise'))
    expect(body && observeBody(body, { source: 's', observedAt: NOW }, NOW).state).toBe('empty')
  })
})

describe('a usage body', () => {
  it.each<[name: string, body: unknown, lines: string[]]>([
    ['1.0 is one percent', { five_hour: at(1.0) }, [`5h = 1 until ${RESET}`]],
    ['0.5 is half a percent', { five_hour: at(0.5) }, [`5h = 0.5 until ${RESET}`]],
    ['more than all of it stays', { five_hour: at(105) }, [`5h = 105 until ${RESET}`]],
    ['noise stays', { seven_day: at(14.000000000000002) }, [`7d = 14.000000000000002 until ${RESET}`]],
    ['below nothing is nothing', { five_hour: at(-3) }, [`5h = 0 until ${RESET}`]],
    ['a spelled figure is one', { five_hour: at('42.5') }, [`5h = 42.5 until ${RESET}`]],
    ['NaN is unknown', { five_hour: at('NaN') }, [`5h = null until ${RESET}`]],
    ['an endless figure is unknown', { five_hour: at(Number.POSITIVE_INFINITY) }, [`5h = null until ${RESET}`]],
    ['what has not begun says so', { five_hour: at(0, null) }, ['5h = 0 until none']],
    ['a reset without a figure stays', { five_hour: at(null) }, [`5h = null until ${RESET}`]],
    ['a figure without a reset stays', { five_hour: at(7, null) }, ['5h = 7 until none']],
    ['a missing window is left out', { five_hour: null, seven_day: at(3) }, [`7d = 3 until ${RESET}`]],
    [
      'microseconds and a zone are read',
      { five_hour: at(1, '2026-07-03T02:30:00.000553+02:00') },
      [`5h = 1 until ${RESET}`],
    ],
    ['a time without its zone is UTC', { five_hour: at(1, '2026-07-03T00:30:00') }, [`5h = 1 until ${RESET}`]],
    ['a time of day is no reset', { five_hour: at(1, '5am') }, ['5h = 1 until none']],
    ['a number is no reset', { five_hour: at(1, 1_783_038_600) }, ['5h = 1 until none']],
    [
      'flat weeks of models have their names',
      { seven_day_opus: at(2), seven_day_sonnet: at(3) },
      [`7d opus Opus = 2 until ${RESET}`, `7d sonnet Sonnet = 3 until ${RESET}`],
    ],
    [
      'limits alone are enough, active or not',
      { five_hour: null, limits: [limit('session', 5), limit('weekly_all', 6), scoped('Fable', 7)] },
      [`5h = 5 until ${RESET}`, `7d = 6 until ${RESET}`, `7d fable Fable = 7 until ${RESET}`],
    ],
    ['flat figures come first', { five_hour: at(5), limits: [limit('session', 50)] }, [`5h = 5 until ${RESET}`]],
    ['limits know the reset', { five_hour: at(5, null), limits: [limit('session', 5)] }, [`5h = 5 until ${RESET}`]],
    ['limits know the figure', { five_hour: at(null), limits: [limit('session', 5)] }, [`5h = 5 until ${RESET}`]],
    [
      'a placeholder in limits says nothing',
      { five_hour: at(5), limits: [limit('session', 0, null)] },
      [`5h = 5 until ${RESET}`],
    ],
    [
      'a flat placeholder says nothing',
      { five_hour: at(0, null), limits: [limit('session', 5)] },
      [`5h = 5 until ${RESET}`],
    ],
    [
      'an idle session twice is idle',
      { five_hour: at(0, null), limits: [limit('session', 0, null)] },
      ['5h = 0 until none'],
    ],
    ['an idle session in limits alone is idle', { limits: [limit('session', 0, null)] }, ['5h = 0 until none']],
    [
      'a model nobody ever used is none',
      { five_hour: at(5), limits: [scoped('Fable', 0, null)] },
      [`5h = 5 until ${RESET}`],
    ],
    ['a model not used this week is at 0', { limits: [scoped('Fable', 0)] }, [`7d fable Fable = 0 until ${RESET}`]],
    [
      'a model is the same one in both places',
      { seven_day_opus: at(2, null), limits: [scoped('Opus', 30)] },
      [`7d opus Opus = 2 until ${RESET}`],
    ],
    [
      'a name becomes a plain kind',
      { limits: [scoped('Opus 4.8: Fast', 1)] },
      [`7d opus-4-8-fast Opus 4.8: Fast = 1 until ${RESET}`],
    ],
    [
      'a name keeps no control character',
      { limits: [scoped('Fa\u001b[31mble\n', 1)] },
      [`7d fable Fable = 1 until ${RESET}`],
    ],
    [
      'a group stands in for a kind',
      { limits: [limit(undefined, 5, RESET, { group: 'session' }), limit(undefined, 6, RESET, { group: 'weekly' })] },
      [`5h = 5 until ${RESET}`, `7d = 6 until ${RESET}`],
    ],
    [
      'the week of a model does not stand in for the week',
      { limits: [{ ...scoped('Fable', 7), kind: undefined, group: 'weekly' }] },
      [`7d fable Fable = 7 until ${RESET}`],
    ],
    [
      'unknown kinds are left out',
      { five_hour: at(5), limits: [limit('monthly', 9), limit('constructor', 9)] },
      [`5h = 5 until ${RESET}`],
    ],
    [
      'what is not the main quota is left out',
      {
        ...{ five_hour: at(5), seven_day_omelette: at(99), seven_day_design: at(99), seven_day_oauth_apps: at(99) },
        ...{
          seven_day_cowork: at(99),
          iguana_necktie: at(99),
          extra_usage: { utilization: 99 },
          spend: { percent: 99 },
        },
      },
      [`5h = 5 until ${RESET}`],
    ],
    [
      'a bad element costs itself only',
      {
        five_hour: 'x',
        seven_day: at(3),
        limits: [null, 7, 'x', [], { kind: 'session' }, scoped(null, 1), scoped('Fable', 4)],
      },
      [`7d = 3 until ${RESET}`, `7d fable Fable = 4 until ${RESET}`],
    ],
    ['limits that are no list cost themselves only', { five_hour: at(5), limits: { a: 1 } }, [`5h = 5 until ${RESET}`]],
  ])('where %s', (_, body, expected) => {
    expect(lines(body)).toEqual(expected)
  })

  it.each<[name: string, body: unknown, whole: unknown]>([
    ['is all there is', { five_hour: at(5) }, 'all'],
    ['is all there is where nothing is left', { five_hour: null, limits: [] }, 'all'],
    [
      'does not speak of models where one was never used',
      { five_hour: at(5), limits: [scoped('Fable', 0, null)] },
      [''],
    ],
    ['drops nothing where something is not understood', { five_hour: 'x', seven_day: at(3) }, []],
    ['drops nothing where limits are not understood', { five_hour: at(3), limits: 7 }, []],
  ])('%s', (_, body, whole) => {
    expect(readUsageBody(body)?.whole).toEqual(whole)
  })

  it.each([null, 7, 'x', [], {}, { error: { type: 'x' } }, [{ five_hour: at(1) }]])('is not %j', (body) => {
    expect(readUsageBody(body)).toBeUndefined()
  })

  it.each<[name: string, body: unknown, state: string]>([
    ['is read', { five_hour: at(5) }, 'ok'],
    ['has no quota in it', { five_hour: null }, 'empty'],
    ['is not understood', { five_hour: 7 }, 'bad_answer'],
    ['is of a clock that is wrong', { five_hour: at(5, '2026-07-05T00:00:00Z') }, 'clock_skew'],
    ['is read where one reset can be', { five_hour: at(5, '2026-07-05T00:00:00Z'), seven_day: at(5) }, 'ok'],
  ])('%s', (_, body, state) => {
    const read = readUsageBody(body)
    expect(read && observeBody(read, { source: 's', observedAt: NOW }, NOW).state).toBe(state)
  })

  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(0, 1, 105, '7', RESET, null, Number.POSITIVE_INFINITY))
  const window = fc.oneof(odd, fc.record({ utilization: odd, resets_at: odd }, { requiredKeys: [] }))
  const entry = fc.record(
    {
      kind: fc.oneof(fc.constantFrom('session', 'weekly_all', 'weekly_scoped', 'toString'), odd),
      group: fc.oneof(fc.constantFrom('session', 'weekly', 'constructor'), odd),
      percent: odd,
      resets_at: odd,
      scope: fc.oneof(
        odd,
        fc.record({ model: fc.oneof(odd, fc.record({ display_name: fc.oneof(odd, fc.string()) })) }),
      ),
    },
    { requiredKeys: [] },
  )

  it('of any kind says each window once, in figures that can be', () => {
    const limits = fc.oneof(odd, fc.array(fc.oneof(odd, entry)))
    fc.assert(
      fc.property(fc.record({ five_hour: window, seven_day: window, seven_day_opus: window, limits }), (body) => {
        const read = readUsageBody(body)
        const windows = read?.windows ?? []
        expect(new Set(windows.map(({ kind, durationSec }) => `${kind} ${durationSec}`)).size).toBe(windows.length)
        for (const { pct, resetsAt, kind = '' } of windows) {
          expect(pct === null || (Number.isFinite(pct) && pct >= 0)).toBe(true)
          expect(resetsAt === null || Number.isFinite(resetsAt)).toBe(true)
          expect(pct !== null || resetsAt !== null).toBe(true)
          expect(kind).not.toContain(':')
        }
      }),
    )
  })

  it('of any other JSON does no harm', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => void readUsageBody(body)))
  })
})
