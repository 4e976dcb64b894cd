import { columns } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import type { Ground } from '../../src/commands/quota/advice.js'
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
    reading({ source: 'claude_json', pct: 79, age_sec: 240, shown: false, why: 'a newer one counts' }),
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
      '  7d Fable   3% used  █░░░░░░░░░░░░░░░  resets in 3d 4h  2h ago   old',
      '',
      "  Claude's status line  read · looked 12s ago",
      '    5h        82% used  resets in 2h 5m  12s ago',
      '  ~/.claude.json  read · looked 4m ago · next look in 1m',
      '    5h        79% used  resets in 2h 5m  4m ago   a newer one counts',
      '    7d Fable   3% used  resets in 3d 4h  2h ago   old',
      "  Anthropic's usage API  switched off",
      '    -> To use it: "quota": { "sources": { "claude_api": true } } in config.json.',
      '',
      'Codex  no quota known',
      '',
      '  rollout files  not there · looked 12s ago',
      '    -> It comes with the first Codex session on this machine.',
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
