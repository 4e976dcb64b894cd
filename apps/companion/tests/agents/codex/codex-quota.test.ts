import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { QuotaReport, Usage } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { nameless } from '../../../src/agents/nameless.js'
import type { CompanionOptions } from '../../../src/companion.js'
import type { ConfigInput } from '../../../src/shell/config.js'
import type { Spawn } from '../../../src/shell/spawn.js'
import { START } from '../../clock.js'
import { type Stage, stage, temporaryFolder } from '../../stage.js'
import { answerWith, fakeChatGpt } from './fake-chatgpt.js'
import { lineOf, tokenOf } from './made-up.js'
import { usageFixture } from './usage-fixture.js'

const MINUTE = 60_000
const TOKEN = tokenOf({ exp: START / 1_000 + 9_000, secret: 'do-not-tell' })

/** A Codex folder, and a companion that looks into it. */
function desk() {
  const folder = temporaryFolder()
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    appendFileSync(join(folder, name), content)
  }
  const signIn = (account: string, token = 't') =>
    writeFileSync(join(folder, 'auth.json'), JSON.stringify({ tokens: { access_token: token, account_id: account } }))
  const companion = (config: ConfigInput = {}, edges: Pick<CompanionOptions, 'spawn'> = {}) =>
    stage({ config: { codex_dir: folder, quota: {}, ...config }, fetch: globalThis.fetch, ...edges })
  return { folder, write, signIn, companion }
}

async function shown({ get }: Stage): Promise<Usage['providers'][number] | undefined> {
  const usage = (await (await get('/usage')).json()) as Usage
  return usage.providers.find(({ name }) => name === 'Codex')
}

/** Waits until `/usage` shows these windows of Codex, while time passes. */
async function shows(companion: Stage, windows: readonly string[], step = 50): Promise<void> {
  const labels = async () => (await shown(companion))?.windows.map(({ label, pct }) => `${label} ${pct}`)
  const holds = async () => {
    await companion.clock.advance(step)
    return JSON.stringify(await labels()) === JSON.stringify(windows)
  }
  await waitUntil(windows.join(', '), holds, { every: 5, saw: labels })
}

describe('the quota of Codex', () => {
  it('is there from the start, with its age, and moves with each turn', async () => {
    const { write, companion } = desk()
    write('sessions/2026/11/30/rollout-a.jsonl', lineOf(START - 2 * MINUTE, [12.5, 40]))
    const bar = companion()
    await shows(bar, ['5h 12.5', '7d 40'], 0)
    expect(await shown(bar)).toMatchObject({
      source: 'rollouts',
      stale: false,
      age_sec: 120,
      observed_at: START / 1_000 - 120,
    })
    write('sessions/2026/11/30/rollout-a.jsonl', lineOf(START, [14, 41]))
    await shows(bar, ['5h 14', '7d 41'])
  })

  it('is followed where an old session goes on, from its next hook on', async () => {
    const { write, companion } = desk()
    for (let day = 1; day <= 28; day += 1) {
      for (const letter of ['a', 'b', 'c']) {
        write(
          `sessions/2026/10/${String(day).padStart(2, '0')}/rollout-${letter}.jsonl`,
          lineOf(START - 60 * MINUTE, [1, 2]),
        )
      }
    }
    const bar = companion()
    await shows(bar, ['5h 1', '7d 2'])
    const time = '2025-01-02T03-04-05'
    const session = '01a22bae-bc3d-7c00-8e21-3a0c24085671'
    write(`sessions/2025/01/02/rollout-${time}-${session}.jsonl`, lineOf(START, [66, 7]))
    await bar.post('/hooks/codex', { hook_event_name: 'Stop', session_id: session, cwd: '/home/u/p' })
    await shows(bar, ['5h 66', '7d 7'])
    expect(bar.clock.now() - START).toBeLessThan(MINUTE)
  })

  it('is that of who is signed in', async () => {
    const { write, signIn, companion } = desk()
    signIn('acct-a')
    write('sessions/2026/11/30/rollout-a.jsonl', lineOf(START - MINUTE, [80, 90]))
    const bar = companion()
    await shows(bar, ['5h 80', '7d 90'], 0)
    await bar.clock.advance(MINUTE)
    signIn('acct-b')
    await shows(bar, [])
    write('sessions/2026/11/30/rollout-b.jsonl', lineOf(bar.clock.now() + 1_000, [3, 4]))
    await shows(bar, ['5h 3', '7d 4'])
    const again = await bar.restart()
    await shows(again, ['5h 3', '7d 4'], 0)
  })

  it('is that of who is signed in where only ChatGPT is asked', async () => {
    const primary_window = { used_percent: 42, limit_window_seconds: 18_000, reset_at: START / 1_000 + 9_000 }
    const chatGpt = await fakeChatGpt(answerWith(200, { rate_limit: { primary_window, secondary_window: null } }))
    const { write, signIn, companion } = desk()
    write('config.toml', `chatgpt_base_url = "${chatGpt.url}"\n`)
    write('sessions/2026/11/30/rollout-a.jsonl', lineOf(START, [80, 90]))
    signIn('acct-a', TOKEN)
    const bar = companion({ quota: { sources: { rollouts: false, codex_api: true } } })
    await shows(bar, ['5h 42'])
    expect(await shown(bar)).toMatchObject({ source: 'codex_api' })
    signIn('acct-b', TOKEN)
    await shows(bar, [])
    // Nobody is asked before; from then on in steps that are no deadline for an answer.
    await bar.clock.advance(4.8 * MINUTE)
    await shows(bar, ['5h 42'], 250)
    expect(chatGpt.requests.map(({ headers }) => headers['chatgpt-account-id'])).toEqual(['acct-a', 'acct-b'])
  })

  it('is that of who is signed in where only the app-server is asked', async () => {
    const primary = { usedPercent: 25, windowDurationMins: 300, resetsAt: START / 1_000 + 9_000 }
    const result = { rateLimits: { limitId: 'codex', primary, secondary: null } }
    const spawn: Spawn = (_file, _args, _options, { line }) => ({
      send(text) {
        const { id } = JSON.parse(text) as { id?: number }
        if (id !== undefined) setImmediate(() => line(JSON.stringify({ id, result })))
      },
      end: async () => undefined,
    })
    const { signIn, companion } = desk()
    signIn('acct-a')
    const bar = companion({ quota: { sources: { rollouts: false, codex_app_server: true } } }, { spawn })
    await shows(bar, ['5h 25'])
    const file = join(bar.home, 'quota-state.json')
    const isKnown = async () => {
      await bar.clock.advance(100)
      return existsSync(file) && readFileSync(file, 'utf8').includes(nameless('acct-a'))
    }
    await waitUntil('the account', isKnown, { every: 5 })
    signIn('acct-b')
    await shows(bar, [])
  })

  it('is not told where nobody says any', async () => {
    const { companion } = desk()
    const bar = companion()
    await shows(bar, [])
    expect(await shown(bar)).toMatchObject({ windows: [], source: null, observed_at: null, stale: false })
    expect(await shown(bar)).not.toHaveProperty('error')
  })

  it('is asked for where the settings say so, and no word of the token is anywhere', async () => {
    const chatGpt = await fakeChatGpt(
      answerWith(200, readFileSync(usageFixture('codex-wham-usage.weekly-only.json'), 'utf8')),
    )
    const { folder, write, signIn, companion } = desk()
    write('config.toml', `chatgpt_base_url = "${chatGpt.url}"\n`)
    signIn('acct-a', TOKEN)
    const bar = companion({ quota: { sources: { codex_api: true } } })
    const asked = async () => (await report(bar)).sources.find(({ source }) => source === 'codex_api')
    await waitUntil('the answer', async () => (await asked())?.state !== 'unheard', { saw: asked })
    expect(await asked()).toMatchObject({ enabled: true, state: 'ok' })
    await bar.clock.advance(2_000)
    const kept = readFileSync(join(bar.home, 'quota-state.json'), 'utf8')
    expect(kept).toContain('codex_api')
    const said = [await (await bar.get('/usage')).text(), JSON.stringify(await report(bar)), kept, ...bar.facts]
    for (const secret of [TOKEN, ...TOKEN.split('.').slice(0, 2), 'acct-a'])
      expect(said.join('\n')).not.toContain(secret)
    expect(readFileSync(join(folder, 'auth.json'), 'utf8')).toContain(TOKEN)
  })

  it('is not asked for again too soon, over a restart too', async () => {
    const chatGpt = await fakeChatGpt(answerWith(429, {}, { 'retry-after': '0' }))
    const { write, signIn, companion } = desk()
    write('config.toml', `chatgpt_base_url = "${chatGpt.url}"\n`)
    signIn('acct-a', TOKEN)
    const bar = companion({ quota: { sources: { codex_api: true } } })
    await waitUntil('the call', async () => (await shown(bar))?.error === 'rate_limited')
    const again = await bar.restart()
    await again.clock.advance(4 * MINUTE)
    expect(chatGpt.requests).toHaveLength(1)
    await again.clock.advance(2 * MINUTE)
    await waitUntil('the call', () => chatGpt.requests.length === 2)
  })
})

async function report({ get, home }: Stage): Promise<QuotaReport> {
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  return (await (await get('/v1/quota', { authorization: `Bearer ${token}` })).json()) as QuotaReport
}
