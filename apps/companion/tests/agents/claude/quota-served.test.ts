import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QuotaReport, Usage } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { waitUntil } from '../../../../../tests/kit/wait-until.js'
import { createClock, type SimulatedClock, START } from '../../clock.js'
import { adminOf } from '../../paired.js'
import { type Stage, stage, temporaryFolder } from '../../stage.js'
import { writeDotClaude } from './dot-claude.js'
import { type FakeAnthropic, fakeAnthropic } from './fake-anthropic.js'
import { recorded } from './recorded.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The recorded body was of about this time. */
const NOW = Date.parse('2026-07-02T21:00:00Z')
const SECRET = 'sk-ant-oat01-a-secret'

const claudeOf = async (companion: Stage) => {
  const usage = (await (await companion.get('/usage')).json()) as Usage
  const found = usage.providers.find(({ name }) => name === 'Claude')
  if (found === undefined) throw new Error('Claude is not shown')
  return found
}
/** Returns what is shown: each window with its percent. */
const shown = async (companion: Stage) => (await claudeOf(companion)).windows.map(({ label, pct }) => `${label} ${pct}`)
const report = async (companion: Stage) =>
  (await (await companion.get('/v1/quota', adminOf(companion))).json()) as QuotaReport
const stateOf = async (companion: Stage, id: string) =>
  (await report(companion)).sources.find(({ source }) => source === id)

/** Returns a companion with every source of quota that nobody has to allow. */
function hearing(home = temporaryFolder(), fetch?: typeof globalThis.fetch): Stage {
  return stage({ home, config: { quota: {} }, env: { HOME: home }, ...(fetch === undefined ? {} : { fetch }) })
}

/** Returns a companion whose person is signed in and lets it ask. */
function asking(service: FakeAnthropic, clock: SimulatedClock = createClock(NOW)): Stage {
  const home = temporaryFolder()
  mkdirSync(join(home, 'claude'), { recursive: true })
  const oauth = { accessToken: SECRET, refreshToken: `${SECRET}-r`, expiresAt: NOW + 8 * HOUR }
  writeFileSync(join(home, 'claude/.credentials.json'), JSON.stringify({ claudeAiOauth: oauth }))
  const config = { quota: { sources: { claude_api: true } } }
  return stage({ home, clock, config, env: { HOME: home }, fetch: service.fetch, random: () => 0 })
}

const looked = (companion: Stage, state: string) =>
  waitUntil(state, async () => (await stateOf(companion, 'claude_api'))?.state === state, { every: 2 })

describe('a companion that may ask Anthropic', () => {
  it('does not without being told to', async () => {
    const service = await fakeAnthropic({ body: recorded('oauth-usage.max') })
    const companion = hearing(temporaryFolder(), service.fetch)
    await companion.clock.advance(HOUR)
    expect(service.calls).toEqual([])
    expect(await stateOf(companion, 'claude_api')).toMatchObject({ enabled: false, state: 'off' })
  })

  it('shows what it heard', async () => {
    const companion = asking(await fakeAnthropic({ body: recorded('oauth-usage.max') }))
    await looked(companion, 'ok')
    expect(await claudeOf(companion)).toMatchObject({
      windows: [
        { label: '5h', pct: 11, resets_in_sec: 12_601, duration_sec: 18_000 },
        { label: '7d', pct: 9 },
        { label: '7d Fable', pct: 5, scope: 'Fable' },
      ],
      observed_at: NOW / SECOND,
      age_sec: 0,
      stale: false,
      source: 'claude_api',
    })
  })

  it('keeps what it knows, with its age, while it is told to wait, and over a restart', async () => {
    const service = await fakeAnthropic({ body: recorded('oauth-usage.max') })
    const companion = asking(service)
    await looked(companion, 'ok')
    service.answer = { status: 429, body: recorded('429'), headers: { 'retry-after': '3037' } }
    await companion.clock.advance(5 * MINUTE)
    await looked(companion, 'rate_limited')
    const again = await companion.restart()
    expect(await claudeOf(again)).toMatchObject({ age_sec: 300, windows: [{ pct: 11 }, { pct: 9 }, { pct: 5 }] })
    await again.clock.advance(3_036 * SECOND)
    expect(service.calls).toHaveLength(2)
    await again.clock.advance(SECOND)
    await waitUntil('the third call', () => service.calls.length === 3, { every: 2 })
    expect(await claudeOf(again)).toMatchObject({
      age_sec: 3_337,
      stale: true,
      windows: [{ pct: 11 }, { pct: 9 }, { pct: 5 }],
    })
  })

  it.each([
    [429, recorded('429'), 'rate_limited'],
    [401, {}, 'auth_expired'],
    [403, '<html>', 'challenged'],
    [200, 'x', 'bad_answer'],
  ])('says of a %i that it failed, and no number', async (status, body, state) => {
    const companion = asking(await fakeAnthropic({ status, body }))
    await looked(companion, state)
    expect(await claudeOf(companion)).toMatchObject({ windows: [], error: state, observed_at: null, source: null })
  })

  it('makes one call, whoever asks for the quota how often', async () => {
    const service = await fakeAnthropic({ hangs: 'at once' })
    const companion = asking(service)
    await waitUntil('the call', () => service.calls.length === 1, { every: 2 })
    await Promise.all(Array.from({ length: 50 }, () => companion.get('/usage')))
    for (let n = 0; n < 5; n += 1) {
      await companion.report('Stop', { session_id: `s${n}` })
      await companion.clock.advance(SECOND)
    }
    expect(service.calls).toHaveLength(1)
  })

  it('shows, keeps and says nothing of the token', async () => {
    const service = await fakeAnthropic({ status: 403, body: { error: { message: `Bearer ${SECRET} is bad` } } })
    const companion = asking(service)
    await looked(companion, 'auth_expired')
    await companion.clock.advance(10 * SECOND)
    const said = [await (await companion.get('/usage')).text(), JSON.stringify(await report(companion))]
    await companion.close()
    const kept = readFileSync(join(companion.home, 'quota-state.json'), 'utf8')
    expect(kept).toContain('claude_api')
    for (const text of [...said, kept, companion.facts.join()]) expect(text).not.toContain('sk-ant')
    expect(service.calls[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
  })
})

/** One run of a status line of a session at a percent of the five hours, with so much work done. */
function line(session: string, pct: number | undefined, work: number, more: Record<string, unknown> = {}) {
  const resets_at = (more.resets_at as number | undefined) ?? START / SECOND + 3 * 3_600
  return {
    ...recorded('status-line.real'),
    session_id: session,
    cost: { total_api_duration_ms: work },
    rate_limits: pct === undefined ? undefined : { five_hour: { used_percentage: pct, resets_at } },
    ...more,
  }
}

describe('a companion that hears status lines', () => {
  const hear = (companion: Stage, ...[session, pct, work, more]: Parameters<typeof line>) =>
    companion.post('/hooks/claude', line(session, pct, work, more))

  it('shows them, says that it took them and makes no session of them', async () => {
    const companion = hearing()
    const answer = await hear(companion, 's1', 16, 1)
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ok: true })])
    expect(await claudeOf(companion)).toMatchObject({
      windows: [{ label: '5h', pct: 16, resets_in_sec: 3 * 3_600 }],
      source: 'status_line',
      age_sec: 0,
    })
    expect((await companion.status()).providers.every(({ attention }) => attention.state === 'idle')).toBe(true)
  })

  it('never lets an idle terminal look new', async () => {
    const companion = hearing()
    await hear(companion, 's1', 16, 1)
    for (let minute = 0; minute < 60; minute += 1) {
      await companion.clock.advance(MINUTE)
      await hear(companion, 's1', 16, 1)
    }
    expect(await claudeOf(companion)).toMatchObject({ age_sec: 3_600, stale: true })
    const again = await companion.restart()
    await hear(again, 's1', 16, 1)
    expect(await claudeOf(again)).toMatchObject({ age_sec: 3_600, stale: true })
  })

  it('never lets an idle terminal lower what another one knows', async () => {
    const companion = hearing()
    await hear(companion, 'busy', 54, 1)
    await hear(companion, 'idle', 54, 1)
    await hear(companion, 'busy', 58, 2)
    for (let n = 0; n < 5; n += 1) {
      await companion.clock.advance(MINUTE)
      await hear(companion, 'idle', 54, 1)
      await hear(companion, 'late', 50, 1)
      expect(await shown(companion)).toEqual(['5h 58'])
    }
  })

  it('keeps the last value where limits are missing', async () => {
    const companion = hearing()
    await hear(companion, 's1', 16, 1)
    await hear(companion, 's1', undefined, 2)
    await hear(companion, 's2', undefined, 1)
    expect(await shown(companion)).toEqual(['5h 16'])
  })

  const lineState = async (companion: Stage) => (await stateOf(companion, 'status_line'))?.state

  it('says how the source stands, not how its last line did', async () => {
    const companion = hearing()
    expect(await lineState(companion)).toBe('unheard')
    await hear(companion, 's1', undefined, 1)
    expect(await lineState(companion)).toBe('empty')
    await hear(companion, 's1', 16, 2)
    expect(await lineState(companion)).toBe('ok')
    await hear(companion, 's2', undefined, 1)
    expect(await lineState(companion)).toBe('ok')
    expect(await lineState(await companion.restart())).toBe('ok')
  })

  it('has not heard a line after a restart where none had a value', async () => {
    const companion = hearing()
    await hear(companion, 's1', undefined, 1)
    expect(await lineState(await companion.restart())).toBe('unheard')
  })

  it('says that lines are of others where nobody can tell whose they are', async () => {
    const companion = hearing()
    const of = (folder: string) => ({ 'x-codexbar-config': join(companion.home, folder) })
    await companion.post('/hooks/claude', line('s1', 90, 1), of('missing'))
    await companion.post('/hooks/claude', line('s1', 90, 1), of('missing'))
    expect(await lineState(companion)).toBe('other_account')
    await hear(companion, 's2', 16, 1)
    await companion.post('/hooks/claude', line('s1', 91, 2), of('missing'))
    expect(await lineState(companion)).toBe('ok')
  })

  it('takes a session that it did not watch for as old as its transcript', async () => {
    const companion = hearing()
    const folder = join(companion.home, 'claude/projects/p')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 's1.jsonl')
    writeFileSync(path, '')
    utimesSync(path, (START - 20 * MINUTE) / SECOND, (START - 20 * MINUTE) / SECOND)
    await hear(companion, 's1', 16, 1, { transcript_path: path })
    expect(await claudeOf(companion)).toMatchObject({ age_sec: 20 * 60 })
  })

  it.each(['claude/../outside/s1.jsonl', 'claude/projects/p/s1.json', 'claude/projectsx/s1.jsonl'])(
    'looks at no file such as %s',
    async (path) => {
      const companion = hearing()
      const file = join(companion.home, path)
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, '')
      utimesSync(file, 1, 1)
      await hear(companion, 's1', 16, 1, { transcript_path: `${companion.home}/${path}` })
      expect(await claudeOf(companion)).toMatchObject({ age_sec: 0 })
    },
  )

  it('keeps no word of the person', async () => {
    const companion = hearing()
    await hear(companion, 's1', 16, 1)
    await companion.close()
    const path = join(companion.home, 'quota-state.json')
    expect(existsSync(path)).toBe(true)
    const kept = readFileSync(path, 'utf8')
    for (const word of ['/home/me', 'demo', 'jsonl', 'Sonnet', '"s1"']) expect(kept).not.toContain(word)
  })
})

describe('the sources of Claude together', () => {
  const from = (folder: string) => ({ 'x-codexbar-config': folder })

  it('say what was seen last, whoever saw it', async () => {
    const home = temporaryFolder()
    const fetchedAt = START - 9 * MINUTE
    const path = join(home, 'claude/.claude.json')
    writeDotClaude(path, { account: 'a', cache: { pct: 30, fetchedAt } })
    const companion = hearing(home)
    expect(await claudeOf(companion)).toMatchObject({
      source: 'claude_json',
      age_sec: 540,
      windows: [{ pct: 30 }, { pct: 19 }],
    })
    await companion.post('/hooks/claude', line('s1', undefined, 1))
    await companion.post('/hooks/claude', line('s1', 35, 2, { resets_at: (START + 2 * HOUR) / SECOND }))
    expect(await claudeOf(companion)).toMatchObject({
      source: 'status_line',
      age_sec: 0,
      windows: [{ pct: 35 }, { pct: 19 }],
    })
    writeDotClaude(path, { account: 'a', cache: { pct: 33, fetchedAt: START - MINUTE } })
    await companion.clock.advance(MINUTE)
    expect(await shown(companion)).toEqual(['5h 35', '7d 19'])
  })

  it('drop what is of the account that was signed in before', async () => {
    const companion = hearing()
    const path = join(companion.home, 'claude/.claude.json')
    await companion.post('/hooks/claude', line('s1', 80, 1))
    writeDotClaude(path, { account: 'a' })
    await companion.clock.advance(MINUTE)
    expect(await shown(companion)).toEqual(['5h 80'])
    writeDotClaude(path, { account: 'b', cache: { account: 'a' } })
    await companion.clock.advance(MINUTE)
    expect(await shown(companion)).toEqual([])
    await companion.post('/hooks/claude', line('s1', 80, 1))
    expect(await shown(companion)).toEqual([])
    await companion.post('/hooks/claude', line('s1', 3, 2))
    expect(await shown(companion)).toEqual(['5h 3'])
    const again = await companion.restart()
    expect(await shown(again)).toEqual(['5h 3'])
  })

  it('show what a token is answered after signing out', async () => {
    const companion = hearing()
    const path = join(companion.home, 'claude/.claude.json')
    writeDotClaude(path, { account: 'a', cache: {} })
    await companion.clock.advance(MINUTE)
    expect(await shown(companion)).toEqual(['5h 22', '7d 19'])
    writeDotClaude(path, {})
    await companion.clock.advance(MINUTE)
    expect(await shown(companion)).toEqual([])
    await companion.post('/hooks/claude', line('s1', 4, 1))
    expect(await shown(companion)).toEqual(['5h 4'])
  })

  it('show status lines where a token is all there is', async () => {
    const companion = hearing()
    writeDotClaude(join(companion.home, 'claude/.claude.json'), {})
    await companion.clock.advance(MINUTE)
    await companion.post('/hooks/claude', line('s1', 16, 1))
    expect(await shown(companion)).toEqual(['5h 16'])
  })

  it('keep what another folder of Claude says apart by its account', async () => {
    const home = temporaryFolder()
    writeDotClaude(join(home, 'claude/.claude.json'), { account: 'a' })
    writeDotClaude(join(home, 'other/.claude.json'), { account: 'b' })
    writeDotClaude(join(home, 'same/.claude.json'), { account: 'a' })
    const companion = hearing(home)
    await companion.post('/hooks/claude', line('s1', 90, 1), from(join(home, 'other')))
    await companion.post('/hooks/claude', line('s2', 91, 1), from(join(home, 'missing')))
    expect(await shown(companion)).toEqual([])
    await companion.post('/hooks/claude', line('s3', 5, 1), from(join(home, 'claude/')))
    expect(await shown(companion)).toEqual(['5h 5'])
    await companion.post('/hooks/claude', line('s4', 7, 1), from(join(home, 'same')))
    expect(await shown(companion)).toEqual(['5h 7'])
  })

  it('say 0 of a window that has not begun, and nothing of one that ended', async () => {
    const home = temporaryFolder()
    const path = join(home, 'claude/.claude.json')
    const body = { five_hour: { utilization: 0, resets_at: null }, seven_day: null }
    writeDotClaude(path, { account: 'a', cache: { body } })
    const companion = hearing(home)
    expect((await claudeOf(companion)).windows).toMatchObject([{ label: '5h', pct: 0, resets_in_sec: null }])
    await companion.post('/hooks/claude', line('s1', undefined, 0))
    await companion.post('/hooks/claude', line('s1', 12, 1))
    await companion.clock.advance(3 * HOUR)
    expect((await claudeOf(companion)).windows).toMatchObject([{ label: '5h', pct: null, resets_in_sec: null }])
  })
})
