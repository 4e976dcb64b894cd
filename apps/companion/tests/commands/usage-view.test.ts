import { columns, type QuotaReading } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import type { Ground } from '../../src/commands/quota-advice/advice.js'
import { paint } from '../../src/commands/tone.js'
import { renderUsage } from '../../src/commands/usage/render.js'
import { claude, fable, fiveHours, NOW, reading, reportOf, source, unknownTo, usageOf, week } from './quota-answers.js'

const GROUND: Ground = { launcher: 'pnpm', statusLine: { is: 'none', blocked: [], script: 'missing' } }

const cache = source({
  source: 'claude_json',
  what: '~/.claude.json',
  looked_at: NOW - 240,
  next_at: NOW + 60,
})
const api = source({
  source: 'claude_api',
  what: "Anthropic's usage API",
  enabled: false,
  asks: true,
  state: 'off',
  looked_at: null,
})
const rollouts = source({ provider: 'Codex', source: 'rollouts', what: 'rollout files', state: 'absent' })
const usage = usageOf([
  claude({ windows: [{ ...fiveHours, pct: 81.6 }, week, { ...fable, stale: true, age_sec: 7_200 }] }),
  unknownTo('Codex'),
])
const report = reportOf(
  [source(), cache, api, rollouts],
  [
    reading({ pct: 81.6 }),
    reading({ source: 'claude_json', pct: 79, age_sec: 240, shown: false, why: 'older' }),
    reading({ source: 'claude_json', label: '7d Fable', pct: 3, resets_in_sec: 273_600, age_sec: 7_200, stale: true }),
  ],
)

const lines = (width: number, ground = GROUND) =>
  renderUsage(usage, report, ground, width).map((line) => paint(line, false))

describe('codexbar usage', () => {
  test('shows each window, then each source with what it says and why that does not count', () => {
    expect(lines(Number.POSITIVE_INFINITY)).toEqual([
      "Claude  seen 12s ago by Claude's status line",
      '▸ 5h        82% used  █████████████░░░  resets in 2h 5m  12s ago  stops you first',
      '  7d        18% used  ███░░░░░░░░░░░░░  resets in 3d 4h  12s ago',
      '  7d Fable   3% used  █░░░░░░░░░░░░░░░  resets in 3d 4h  2h ago   stale',
      '',
      "  Claude's status line  read · looked 12s ago",
      '  ~/.claude.json  read · looked 4m ago · next look in 1m',
      '    5h        79% used  resets in 2h 5m  4m ago  a newer one counts',
      '    7d Fable   3% used  resets in 3d 4h  2h ago  stale',
      '',
      'Codex  no quota known',
      '',
      '  rollout files  not there · looked 12s ago',
      '    -> It comes with the first Codex session on this machine.',
      '',
      'Switched off, as nobody asked for it: Anthropic\'s usage API. To use it: "quota": { "sources": { "claude_api": true } } in config.json.',
    ])
  })

  test.each([
    [60, '▸ 5h        82% used  resets in 2h 5m  12s ago'],
    [44, '▸ 5h        82% used  resets in 2h 5m'],
    [78, '▸ 5h        82% used  resets in 2h 5m  12s ago  stops you first'],
    [30, '▸ 5h        82% used'],
    [22, '▸ 5h        82% used'],
    [10, '▸ 5h  82%…'],
  ])('leaves out what finds no room in %i columns', (width, words) =>
    expect(lines(width).find((line) => line.startsWith('▸'))).toBe(words),
  )

  test('says below a heading what finds no room behind it', () => {
    expect(lines(34).slice(0, 2)).toEqual(['Claude', "  seen 12s ago by Claude's status"])
    expect(lines(34)).toContain('  ~/.claude.json')
    expect(lines(34)).toContain('    read · looked 4m ago · next')
  })

  test('is never wider than the terminal', () => {
    for (let width = 0; width <= 100; width += 1) {
      for (const line of lines(width)) expect(columns(line), `width ${width}: ${line}`).toBeLessThanOrEqual(width)
    }
  })

  test.each<[string, Partial<QuotaReading>, string[]]>([
    ['one that is shown', {}, []],
    ['an older one of the same figure', { source: 'claude_json', shown: false, why: 'older' }, []],
    [
      'an older one of another figure',
      { source: 'claude_json', pct: 40, shown: false, why: 'older' },
      ['    5h  40% used  resets in 2h 5m  12s ago  a newer one counts'],
    ],
    [
      'one that is shown by another source than the newest',
      { source: 'claude_json' },
      ['    5h  42% used  resets in 2h 5m  12s ago'],
    ],
    [
      'one of another account, however alike',
      { shown: false, why: 'other_account' },
      ['    5h  42% used  resets in 2h 5m  12s ago  of another account'],
    ],
    [
      'one of a window that is not shown',
      { label: '30d', shown: false, why: 'hidden' },
      ['    30d  42% used  resets in 2h 5m  12s ago  not chosen in the settings'],
    ],
  ])('repeats no reading that is shown above: %s', (_, more, expected) => {
    const said = reportOf([source(), cache], [reading(more)])
    const shown = renderUsage(usageOf([claude()]), said, GROUND, 120).map((line) => paint(line, false))
    expect(shown.filter((line) => /^ {4}\d/.test(line))).toEqual(expected)
  })

  test.each<[string, Partial<QuotaReading>, boolean]>([
    ['a fuller one of all models is hidden', { pct: 90 }, false],
    ['a hidden one is less full', { pct: 30 }, true],
    ['a fuller one of one model is hidden', { pct: 90, scope: 'Fable' }, true],
    ['a fuller one does not count for another reason', { pct: 90, why: 'other_account' }, true],
    ['a fuller one of another agent is hidden', { pct: 90, provider: 'Codex' }, true],
  ])('marks what stops the person first where %s: %o', (_, more, isMarked) => {
    const hidden = reading({ label: '7d', shown: false, why: 'hidden', ...more })
    const shown = renderUsage(usageOf([claude({ windows: [fiveHours] })]), reportOf([source()], [hidden]), GROUND, 120)
    const text = shown.map((line) => paint(line, false)).join('\n')
    expect([text.includes('▸'), text.includes('stops you first')]).toEqual([isMarked, isMarked])
  })

  test('lays the remarks of both agents below each other', () => {
    const codex = { ...claude(), name: 'Codex' as const, windows: [{ ...fiveHours, label: '5h', pct: 100 }] }
    const rows = renderUsage(usageOf([claude(), codex]), reportOf([source()]), GROUND, 120)
      .map((line) => paint(line, false))
      .filter((line) => line.startsWith('▸'))
    expect(new Set(rows.map((line) => line.indexOf('stops you first'))).size).toBe(1)
    expect(rows).toHaveLength(2)
  })

  test('names the sources that nobody switched on in one place, and how to switch one on', () => {
    const server = source({ ...api, provider: 'Codex', source: 'codex_app_server', what: 'codex app-server' })
    const shown = renderUsage(usageOf([claude()]), reportOf([source(), api, server]), GROUND, Number.POSITIVE_INFINITY)
    expect(shown.map((line) => paint(line, false)).filter((line) => line.includes('codex app-server'))).toEqual([
      'Switched off, as nobody asked for them: Anthropic\'s usage API, codex app-server. To use one of them (claude_api, codex_app_server): "quota": { "sources": { "claude_api": true } } in config.json.',
    ])
  })

  test('says how to switch on again what was switched off by hand', () => {
    const off = source({ enabled: false, state: 'off', looked_at: null })
    expect(renderUsage(usageOf([claude()]), reportOf([off]), GROUND, 120).map((line) => paint(line, false))).toContain(
      '    -> To use it: "quota": { "sources": { "status_line": true } } in config.json.',
    )
  })

  test('says what to do for a status line that is not handed on', () => {
    const silent = reportOf([source({ state: 'unheard', looked_at: null })])
    const shown = renderUsage(usageOf([unknownTo('Claude')]), silent, GROUND, 80).map((line) => paint(line, false))
    expect(shown).toEqual([
      'Claude  no quota known',
      '',
      "  Claude's status line  not heard yet",
      "    -> Let Claude's status line be heard: pnpm hooks install --statusline",
    ])
  })

  test('says for how long all is used up, and what keeps it from being newer', () => {
    const full = claude({ windows: [{ ...fiveHours, pct: 105 }], stale: true, age_sec: 7_200, error: 'rate_limited' })
    const [head, row] = renderUsage(usageOf([full]), reportOf([source()]), GROUND, 120)
    expect(paint(head ?? [], false)).toBe(
      "Claude  used up for 2h 5m · asked too often  last seen 2h ago by Claude's status line",
    )
    expect(paint(row ?? [], false)).toMatch('▸ 5h  105% used  ████████████████  resets in 2h 5m')
  })

  test('of what others wrote nothing reaches the terminal but its letters', () => {
    const hostile = reportOf([source({ what: 'x\u001b[2Jy', state: 'a\u202eb' })], [reading({ why: 'c\u0007d' })])
    const text = renderUsage(usageOf([claude({ source: 'q\u001b]0;t\u0007' })]), hostile, GROUND, 120)
      .map((line) => paint(line, false))
      .join('\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    expect(text).toContain('  xy  ab')
  })
})
