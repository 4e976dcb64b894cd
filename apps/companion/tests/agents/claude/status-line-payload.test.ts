import { describe, expect, it } from 'vitest'
import { claude } from '../../../src/agents/claude/index.js'
import { readStatusLine } from '../../../src/agents/claude/quota/status-line-payload.js'
import { recorded } from './recorded.js'

const read = (payload: unknown) => readStatusLine(payload, {})
const of = (rate_limits: unknown) =>
  read({ session_id: 's', model: {}, rate_limits })?.windows.map(({ kind, durationSec, pct, resetsAt }) => [
    kind ?? durationSec,
    pct,
    resetsAt,
  ])

describe('a status line', () => {
  it.each([
    ['statusline-stdin', 16, 14.000000000000002, 60_000],
    ['status-line.real', 100, 15.3, 118],
  ])('%s is told from a hook, and read', (name, five, seven, work) => {
    const reading = claude.read(recorded(name), { config_dir: '/home/u/.claude-work' })
    expect(reading).toMatchObject({
      quota: {
        source: 'status_line',
        said: { work, windows: [{ pct: five }, { pct: seven }], folder: '/home/u/.claude-work' },
      },
    })
  })

  it.each(['statusline-stdin', 'status-line.real'])('%s keeps no word of the person', (name) => {
    const payload = recorded(name)
    const said = { ...payload, transcript_path: null, session_name: 'my secret plan' }
    const text = JSON.stringify(claude.read(said, {}))
    const { session_id, cwd, prompt_id } = payload
    for (const word of [session_id, prompt_id, 'secret', 'Opus', 'Sonnet', `"${cwd}"`]) {
      if (word !== undefined) expect(text).not.toContain(word)
    }
    expect(text.length).toBeLessThan(1_024)
  })

  it.each<[name: string, payload: unknown]>([
    ['a hook', { hook_event_name: 'SessionStart', session_id: 's', model: {}, cost: {} }],
    ['without a session', { model: {}, rate_limits: {} }],
    ['of an empty session', { session_id: '', model: {} }],
    ['of a session that is no text', { session_id: 7, model: {} }],
    ['of an endless session', { session_id: 'x'.repeat(257), model: {} }],
    ['without any sign of one', { session_id: 's', model: 'opus', cwd: '/a' }],
    ['a list', [{ session_id: 's', model: {} }]],
    ['null', null],
  ])('is not %s', (_, payload) => {
    expect(read(payload)).toBeUndefined()
  })

  it.each<[name: string, limits: unknown, expected: unknown]>([
    ['105 percent stays', { five_hour: { used_percentage: 105, resets_at: 1 } }, [[18_000, 105, 1_000]]],
    ['a spelled figure is one', { five_hour: { used_percentage: '16.5', resets_at: '17' } }, [[18_000, 16.5, 17_000]]],
    [
      'one window is enough',
      { five_hour: null, seven_day: { used_percentage: 1, resets_at: null } },
      [[604_800, 1, null]],
    ],
    ['1.0 is one percent', { five_hour: { used_percentage: 1.0 } }, [[18_000, 1, null]]],
    ['below nothing is nothing', { five_hour: { used_percentage: -1 } }, [[18_000, 0, null]]],
    ['a reset of 0 is none', { five_hour: { used_percentage: 1, resets_at: 0 } }, [[18_000, 1, null]]],
    [
      'models have their weeks',
      { seven_day_opus: { used_percentage: 2 }, seven_day_sonnet: { used_percentage: 3 } },
      [
        ['opus', 2, null],
        ['sonnet', 3, null],
      ],
    ],
    [
      'a spend limit is no window',
      { spend_limit: { used_percentage: 50, resets_at: 5 }, other: { used_percentage: 5 } },
      [],
    ],
    ['a window without a figure is none', { five_hour: { resets_at: 5 }, seven_day: { used_percentage: 'x' } }, []],
    ['no limits are none', undefined, []],
    ['null limits are none', null, []],
    ['limits that are a list are none', [{ used_percentage: 5 }], []],
  ])('says that %s', (_, limits, expected) => {
    expect(of(limits)).toEqual(expected)
  })

  it.each<[name: string, cost: unknown, work: number | null]>([
    ['the time spent on answers', { total_api_duration_ms: 7, total_cost_usd: 1 }, 7],
    ['money where no time is said', { total_cost_usd: 1.5 }, 1.5],
    ['nothing where nothing is said', {}, null],
    ['nothing where it is no object', 'x', null],
  ])('counts as work %s', (_, cost, work) => {
    expect(read({ session_id: 's', model: {}, cost })?.work).toBe(work)
  })
})
