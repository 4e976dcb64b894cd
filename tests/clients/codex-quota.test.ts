import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from '@codexbar/client'
import { expect, onTestFinished, test } from 'vitest'
import { signInToChatGpt, startChatGpt } from './stage/chatgpt.js'
import { openCodex } from './stage/codex.js'
import { prepareCompanion } from './stage/companion.js'
import { describeClient } from './stage/describe-client.js'
import { waitUntil } from './stage/wait-until.js'

const HOUR = 3_600
const DAY = 24 * HOUR

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

/** The headers that ChatGPT sends with each answer of a model. The weekly window comes first: a slot says nothing. */
const limits = (fiveHours: number, week: number): Record<string, string> => ({
  'x-codex-primary-used-percent': String(week),
  'x-codex-primary-window-minutes': String((7 * DAY) / 60),
  'x-codex-primary-reset-at': String(inSeconds(3 * DAY)),
  'x-codex-secondary-used-percent': String(fiveHours),
  'x-codex-secondary-window-minutes': String((5 * HOUR) / 60),
  'x-codex-secondary-reset-at': String(inSeconds(2 * HOUR)),
})

const quotaOf = async (api: Client) => (await api.usage()).providers.find(({ name }) => name === 'Codex')

const percents = async (api: Client) => (await quotaOf(api))?.windows.map(({ label, pct }) => `${label} ${pct}`)

/** Waits for these windows; returns how long it took. */
const shows = async (api: Client, windows: readonly string[], within: number) => {
  const began = Date.now()
  const shown = async () => JSON.stringify(await percents(api)) === JSON.stringify(windows)
  await waitUntil(`/usage to show ${windows.join(', ')}`, shown, { within, every: 10, saw: () => percents(api) })
  return Date.now() - began
}

/** The processes whose environment names `home`. */
const processesOf = (home: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}`)
    } catch {
      return false
    }
  })

await describeClient('codex', 'Codex: quota', ({ stage, open }) => {
  test('a turn without figures leaves the quota unknown', async () => {
    const session = await openCodex(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    expect((await quotaOf(stage().api))?.windows).toEqual([])
  })

  test('each turn moves the windows, at once and by their length', async () => {
    const { api, model } = stage()
    const session = await openCodex(open)
    model.addHeaders(limits(12.5, 40))
    await session.submit('hello')
    await session.becomes('done/stop')
    const first = await shows(api, ['5h 12.5', '7d 40'], 3_000)
    const quota = await quotaOf(api)
    expect(quota).toMatchObject({ source: 'rollouts', stale: false })
    expect(quota?.error).toBeUndefined()
    expect(quota?.windows.map(({ duration_sec }) => duration_sec)).toEqual([5 * HOUR, 7 * DAY])
    for (const [index, left] of [2 * HOUR, 3 * DAY].entries()) {
      expect(Math.abs((quota?.windows[index]?.resets_in_sec ?? 0) - left)).toBeLessThan(30)
    }
    model.addHeaders(limits(14, 41))
    await session.submit('again')
    await session.becomes('done/stop')
    const second = await shows(api, ['5h 14', '7d 41'], 3_000)
    console.info(`/usage shows a turn's figures ${first} ms and ${second} ms after its end is shown`)
  })

  test('a turn without figures keeps those that are known', async () => {
    const { api, model } = stage()
    model.addHeaders({})
    const session = await openCodex(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    await session.lets(1_500)
    expect(await percents(api)).toEqual(['5h 14', '7d 41'])
  })

  test('its app-server is asked where the settings say so, and gone after the answer', async () => {
    const window = (percent: number, seconds: number) => ({
      used_percent: percent,
      limit_window_seconds: seconds,
      reset_after_seconds: HOUR,
      reset_at: inSeconds(HOUR),
    })
    const rate_limit = {
      allowed: true,
      limit_reached: false,
      primary_window: window(42, 5 * HOUR),
      secondary_window: window(5, 7 * DAY),
    }
    const chatGpt = await startChatGpt({ account_id: 'acct-made-up', plan_type: 'plus', rate_limit })
    onTestFinished(chatGpt.close)
    const home = await mkdtemp(join(tmpdir(), 'codexbar-clients-'))
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
    await signInToChatGpt(home, chatGpt.url)
    const config = { quota: { sources: { rollouts: false, codex_app_server: true } } }
    const companion = await prepareCompanion(home, { config, programs: dirname(stage().path) })
    onTestFinished(companion.stop)
    const api = await companion.start()
    const ms = await shows(api, ['5h 42', '7d 5'], 15_000)
    expect(await quotaOf(api)).toMatchObject({ source: 'codex_app_server' })
    console.info(`the app-server's figures are shown ${ms} ms after the companion answers`)
    if (!existsSync('/proc')) return
    // The companion itself is one of them.
    await waitUntil('the app-server to be gone', async () => processesOf(home).length === 1, { within: 3_000 })
  })
})
