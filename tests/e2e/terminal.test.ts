import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@codexbar/client'
import { columns } from '@codexbar/protocol/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Companion, prepareCompanion } from '../clients/stage/companion.js'
import { repo } from '../kit/repo.js'
import { openTerminal, type Terminal, terminalMissing } from './tmux.js'

const missing = terminalMissing()
const WATCH = `${process.execPath} ${join(repo, 'apps/companion/dist/main.js')} status --watch`

describe.skipIf(missing !== undefined)(`codexbar status --watch in a terminal${missing ? ` (${missing})` : ''}`, () => {
  let home: string
  let companion: Companion
  let client: Client
  let terminal: Terminal

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'codexbar-e2e-'))
    companion = await prepareCompanion(home)
    client = await companion.start()
    terminal = await openTerminal({ PATH: process.env.PATH ?? '', HOME: home, ...companion.environment }, 80, 12)
  })

  afterEach(async () => {
    await terminal.close()
    await companion.stop()
    await rm(home, { recursive: true, force: true })
  })

  const report = (event: string, project: string, more: object = {}) =>
    client.report({ provider: 'Claude', event, session_id: project, cwd: `/projects/${project}`, ...more })

  const watch = async () => {
    await terminal.enter(WATCH)
    await terminal.shows('Nothing needs you')
  }

  test('shows what changes when it changes, and its age', async () => {
    await watch()
    await report('UserPromptSubmit', 'api-gateway')
    await terminal.shows(/● running +api-gateway +Claude +Working/)
    await report('PermissionRequest', 'api-gateway', { tool_name: 'Bash', tool_input: { command: 'ls' } })
    const seen = await terminal.shows(/▲ needs you +api-gateway +Claude +Permission needed · Bash/)
    expect(seen.split('\n')[0]).toBe('1 session needs you')
    await terminal.shows(/Bash +2s/)
  })

  test('fits the terminal when that changes its size', async () => {
    for (let at = 0; at < 12; at += 1) await report('UserPromptSubmit', `project-with-a-long-name-${at}`)
    await watch()
    const sizes = [
      [40, 6],
      [100, 20],
      [20, 4],
    ] as const
    for (const [width, height] of sizes) {
      await terminal.resize(width, height)
      await terminal.shows((screen) => {
        const lines = screen.split('\n')
        const fits = lines.length <= height && lines.every((line) => columns(line) <= width)
        return fits && screen.startsWith('Nothing needs you') && screen.includes(height === 20 ? 'No session' : ' more')
      })
    }
  })

  test('says that the companion is lost, and recovers by itself', async () => {
    await report('UserPromptSubmit', 'api-gateway')
    await watch()
    await companion.stop()
    await terminal.shows(/Companion lost \d+s ago. Trying again./)
    client = await companion.start()
    await terminal.shows('Nothing needs you')
    await report('Stop', 'api-gateway')
    await terminal.shows(/✓ done +api-gateway/)
  })

  test('gives the terminal back on Ctrl-Z, and takes it again', async () => {
    await watch()
    await terminal.press('C-z')
    await terminal.shows(/ready> ?$/)
    expect([await terminal.ask('alternate_on'), await terminal.ask('cursor_flag')]).toEqual(['0', '1'])
    await terminal.enter('fg')
    await terminal.shows('Nothing needs you')
    expect([await terminal.ask('alternate_on'), await terminal.ask('cursor_flag')]).toEqual(['1', '0'])
  })

  test('shows the quota and follows it, and gives its rows to the sessions', async () => {
    const hear = (used: number) =>
      client.hook('Claude', {
        session_id: 's1',
        model: { id: 'm', display_name: 'M' },
        workspace: { current_dir: '/p', project_dir: '/p' },
        cost: { total_api_duration_ms: used },
        rate_limits: { five_hour: { used_percentage: used, resets_at: Math.floor(Date.now() / 1_000) + 7_290 } },
      })
    await watch()
    await terminal.shows(/\n\nClaude {2}no quota known\nCodex {3}no quota known$/)
    await hear(42)
    await terminal.shows(/Claude {2}5h 42% \(resets in 2h 1m\)/)
    await hear(100)
    await terminal.shows(/Claude {2}used up for 2h 1m · 5h 100%/)
    for (let at = 0; at < 12; at += 1) await report('UserPromptSubmit', `project-${at}`)
    await terminal.shows((screen) => screen.includes(' more') && !screen.includes('5h'))
  })

  test('gives the terminal back on Ctrl-C', async () => {
    await watch()
    expect([await terminal.ask('alternate_on'), await terminal.ask('cursor_flag')]).toEqual(['1', '0'])
    await terminal.press('C-c')
    const seen = await terminal.shows(/ready>$/)
    expect(seen).not.toContain('Nothing needs you')
    expect([await terminal.ask('alternate_on'), await terminal.ask('cursor_flag')]).toEqual(['0', '1'])
    await terminal.enter('echo code $?')
    await terminal.shows('code 0')
  })
})
