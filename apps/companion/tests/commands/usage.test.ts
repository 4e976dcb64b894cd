import { createClient } from '@codexbar/client'
import { QuotaReportSchema, UsageSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/commands/commands.js'
import { runCommand } from '../../src/commands/run-command.js'
import { temporaryFolder } from '../stage.js'
import { type Terminal, terminal } from './running.js'
import { testContext } from './test-context.js'

/** What Claude Code tells its status line after an answer. */
const statusLine = (used: number) => ({
  session_id: 's1',
  model: { id: 'm', display_name: 'M' },
  workspace: { current_dir: '/p', project_dir: '/p' },
  cost: { total_cost_usd: 0, total_api_duration_ms: used },
  rate_limits: { five_hour: { used_percentage: used, resets_at: Math.floor(Date.now() / 1_000) + 7_290 } },
})

const hear = (beside: Terminal, used: number) => createClient({ url: beside.url }).hook('Claude', statusLine(used))

describe('beside a companion', () => {
  test('codexbar usage says where nothing comes from, and what to do', async () => {
    const { run } = await terminal()
    const { code, out } = await run('usage')
    expect(code).toBe(0)
    expect(out).toMatch(/^Claude {2}no quota known$/m)
    expect(out).toMatch(/^ {2}Claude Code's status line {2}not heard yet\n {4}-> .*pnpm hooks install --statusline$/m)
    expect(out).toMatch(/^ {2}\/\S+\/\.claude\.json {2}not there · looked \d+s ago/m)
    expect(out).toMatch(/^Codex {2}no quota known$/m)
    expect(out).not.toContain('\u001b')
  })

  test('codexbar usage and codexbar status show what was heard', async () => {
    const beside = await terminal()
    await hear(beside, 42)
    expect((await beside.run('usage')).out).toMatch(
      /^Claude {2}seen \d+s ago by Claude Code's status line\n▸ 5h {2}42% used {2}█{7}░{9} {2}resets in 2h 1m {2}\d+s ago {2}stops you first\n/,
    )
    const { out } = await beside.run('status')
    expect(out).toMatch(/\n\nClaude {2}5h 42% \(resets in 2h 1m\)\nCodex {3}no quota known\n$/)
  })

  test('codexbar usage --json is the answers of the companion', async () => {
    const beside = await terminal()
    await hear(beside, 105)
    const { usage, quota, ok } = JSON.parse((await beside.run('usage', '--json')).out)
    expect(ok).toBe(true)
    expect(v.parse(UsageSchema, usage)).toEqual(usage)
    expect(v.parse(QuotaReportSchema, quota)).toEqual(quota)
    expect(usage.providers[0].windows).toMatchObject([{ label: '5h', pct: 105 }])
    expect(quota.readings).toMatchObject([{ source: 'status_line', label: '5h', pct: 105, shown: true }])
  })

  test('codexbar status --json has the quota', async () => {
    const beside = await terminal()
    await hear(beside, 7)
    const { usage } = JSON.parse((await beside.run('status', '--json')).out)
    expect(v.parse(UsageSchema, usage).providers[0]?.windows).toMatchObject([{ label: '5h', pct: 7 }])
  })

  test('a source that is switched off says which setting it is', async () => {
    const { run } = await terminal({ config: { quota: { sources: { status_line: false } } } })
    expect((await run('usage')).out).toMatch(
      /Claude Code's status line {2}switched off\n {4}-> To use it: "quota": \{ "sources": \{ "status_line": true \} \} in config.json\./,
    )
  })

  test('codexbar doctor says where the figures come from, and fails for none of it', async () => {
    const beside = await terminal()
    expect((await beside.run('doctor')).out).not.toMatch(/^\w+ +quota /m)
    await hear(beside, 42)
    expect((await beside.run('doctor')).out).toMatch(
      /^ok {4}quota +Claude: 5h 42% used; seen \d+s ago by Claude Code's status line$/m,
    )
  })
})

test('without a companion codexbar usage is one line', async () => {
  const { context, out, err } = testContext({ env: { CODEXBAR_HOME: temporaryFolder(), CODEXBAR_PORT: '9' } })
  expect(await runCommand(COMMANDS, ['usage'], context)).toBe(1)
  expect([out(), err()]).toEqual(['', 'codexbar: No companion answers at http://127.0.0.1:9. Start it: pnpm dev\n'])
})
