import type { Client, StatusAnswer } from '@codexbar/client'
import { UnreachableError } from '@codexbar/client'
import type { QuotaWindow, SessionRecord, Sessions, Status, Usage } from '@codexbar/protocol/wire'
import { describe, expect, test, vi } from 'vitest'
import type { Output } from '../../src/commands/command.js'
import { createChronicle, createJsonChronicle } from '../../src/commands/status/chronicle.js'
import { follow, type News } from '../../src/commands/status/follow.js'
import { openScreen } from '../../src/commands/status/screen.js'

const STATUS: Status = { ok: true, updated_at: 1, providers: [] }
const SESSIONS: Sessions = { ok: true, now: 0, sessions: [] }
const USAGE: Usage = { ok: true, updated_at: 1, providers: [] }

const hang = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('following a companion', () => {
  const scripted = (answers: (StatusAnswer | Error)[]) => {
    const asked: unknown[] = []
    let usageAsked = 1
    const client = {
      sessions: async () => SESSIONS,
      usage: async () => ({ ...USAGE, updated_at: usageAsked++ }),
      status: async ({ etag, signal }: { etag?: string; signal?: AbortSignal }) => {
        asked.push(etag)
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer ?? hang(signal)
      },
    } as unknown as Client
    return { asked, client }
  }

  const hear = async (count: number, answers: (StatusAnswer | Error)[]) => {
    vi.useFakeTimers()
    const { asked, client } = scripted(answers)
    const ending = new AbortController()
    const heard: News[] = []
    const following = follow(
      () => client,
      ending.signal,
      (news) => {
        heard.push(news)
        if (heard.length === count) ending.abort()
      },
    )
    await vi.advanceTimersByTimeAsync(10_000)
    await following
    vi.useRealTimers()
    return { heard, asked }
  }

  const shown = (updated_at: number, etag: string): StatusAnswer => ({
    changed: true,
    etag,
    status: { ...STATUS, updated_at },
  })

  test('a changed status is told, and asked on from its tag', async () => {
    const { heard, asked } = await hear(2, [shown(1, 'a'), shown(2, 'b')])
    expect(heard).toMatchObject([{ status: { updated_at: 1 } }, { status: { updated_at: 2 } }])
    expect(asked).toEqual([undefined, 'a', 'b'])
  })

  test('an unchanged status is asked on from the same tag', async () => {
    const { asked } = await hear(2, [shown(1, 'a'), { changed: false }])
    expect(asked).toEqual([undefined, 'a', 'a'])
  })

  test('the sessions and the quota are read again while the status stands still', async () => {
    const { heard } = await hear(3, [shown(1, 'a')])
    expect(heard).toMatchObject([1, 2, 3].map((updated_at) => ({ usage: { updated_at } })))
  })

  test('a lost companion is told, and found again', async () => {
    const lost = new UnreachableError('http://127.0.0.1:4747', undefined)
    const { heard } = await hear(4, [shown(1, 'a'), lost, lost, shown(2, 'b')])
    expect(heard).toMatchObject([{ status: { updated_at: 1 } }, { lost }, { lost }, { status: { updated_at: 2 } }])
  })
})

describe('the screen', () => {
  const terminal = () => {
    const written: string[] = []
    const output: Output = { write: (text) => written.push(text), on: () => {}, off: () => {} }
    return { written, screen: openScreen(output) }
  }

  test('a drawing is one write that erases nothing before it writes', () => {
    const { written, screen } = terminal()
    screen.draw(['one', 'two'])
    expect(written.slice(1)).toEqual(['\u001b[Hone\u001b[K\r\ntwo\u001b[K\u001b[J'])
  })

  test('a terminal that is lent is not drawn on, and taken again', () => {
    const { written, screen } = terminal()
    screen.leave()
    screen.draw(['unseen'])
    screen.enter()
    screen.enter()
    screen.draw(['seen'])
    expect(written.slice(1)).toEqual([
      '\u001b[?25h\u001b[?1049l',
      '\u001b[?1049h\u001b[?25l',
      '\u001b[Hseen\u001b[K\u001b[J',
    ])
    screen.leave()
    screen.close()
    screen.enter()
    expect(written).toHaveLength(5)
  })

  test('the terminal is given back once', () => {
    const { written, screen } = terminal()
    screen.close()
    screen.close()
    screen.draw(['late'])
    expect(written).toEqual(['\u001b[?1049h\u001b[?25l', '\u001b[?25h\u001b[?1049l'])
  })
})

describe('a chronicle', () => {
  const record = (state: SessionRecord['state'], reason: string): SessionRecord => {
    const standing = { state, reason, since: 0, at: 0 }
    return {
      ...standing,
      provider: 'Codex',
      session_id: 's',
      project: 'p',
      path: '/p',
      rest: standing,
      asks: [],
      background: 0,
      headless: false,
    }
  }
  const news = (...sessions: SessionRecord[]): News => ({
    status: STATUS,
    sessions: { ...SESSIONS, sessions },
    usage: USAGE,
  })
  const at = () => new Date(2026, 10, 30, 9, 5, 7).getTime()

  test('has one line for each change, and none for none', () => {
    const log = createChronicle(at)
    expect(log(news(record('running', 'tool_use')))).toEqual(['09:05:07  ● running  p  Codex  Working'])
    expect(log(news(record('running', 'tool_use')))).toEqual([])
    expect(log(news(record('done', 'stop')))).toEqual(['09:05:07  ✓ done  p  Codex  Finished'])
    expect(log(news())).toEqual(['09:05:07  gone: ✓ done  p  Codex  Finished'])
  })

  test('says once that the companion was lost', () => {
    const log = createChronicle(at)
    const lost = { lost: new UnreachableError('http://127.0.0.1:4747', undefined) }
    expect([log(lost), log(lost)]).toEqual([['09:05:07  No companion answers at http://127.0.0.1:4747.'], []])
  })

  test('of JSON has one document for each change', () => {
    const log = createJsonChronicle()
    const lines = log(news(record('done', 'stop')))
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ok: true,
      sessions: [{ state: 'done' }],
      status: { updated_at: 1 },
    })
    expect(log(news(record('done', 'stop')))).toEqual([])
  })

  const window: QuotaWindow = { label: '5h', pct: 42, resets_in_sec: 7_500, duration_sec: 18_000, age_sec: 3 }
  type Provider = Usage['providers'][number]
  const quota = (more: Partial<Provider> = {}, now = 0): News => {
    const seen = { observed_at: 1, age_sec: 3, stale: false, source: 'status_line' }
    const provider: Provider = { name: 'Claude', windows: [window], ...seen, ...more }
    return { status: STATUS, sessions: { ...SESSIONS, now }, usage: { ...USAGE, providers: [provider] } }
  }
  const later = (seconds: number, more: Partial<QuotaWindow> = {}): News =>
    quota(
      {
        windows: [{ ...window, resets_in_sec: 7_500 - seconds, age_sec: 3 + seconds, ...more }],
        age_sec: 3 + seconds,
      },
      seconds * 1_000,
    )

  test('has one line for each change of a figure, and none because time passes', () => {
    const log = createChronicle(at)
    const lines = [
      quota({ windows: [] }),
      quota(),
      later(60),
      later(61, { pct: 42.3 }),
      later(62, { pct: 43 }),
      later(63, { pct: 100 }),
      later(64, { pct: 100 }),
      quota({ windows: [] }),
    ].map(log)
    expect(lines).toEqual([
      [],
      ['09:05:07  Claude  5h 42%'],
      [],
      [],
      ['09:05:07  Claude  5h 43%'],
      ['09:05:07  Claude  used up  5h 100%'],
      [],
      ['09:05:07  Claude  no quota known'],
    ])
  })

  test('says once that figures are stale', () => {
    const log = createChronicle(at)
    expect([quota(), quota({ stale: true }), quota({ stale: true, age_sec: 4_000 })].map(log)).toEqual([
      ['09:05:07  Claude  5h 42%'],
      ['09:05:07  Claude  5h 42%  stale'],
      [],
    ])
  })

  test.each<[string, News, number]>([
    ['that time passes', later(7), 0],
    ['a reset that another source says a minute later', later(7, { resets_in_sec: 7_560 }), 0],
    ['a newer observation of the same', quota({ observed_at: 99, age_sec: 0 }), 0],
    ['another reset', later(7, { resets_in_sec: 18_000 }), 1],
    ['a reset that is not known any more', later(7, { resets_in_sec: null }), 1],
    ['another figure', later(7, { pct: 42.1 }), 1],
    ['a figure that is not known any more', later(7, { pct: null }), 1],
    ['that it is old', quota({ stale: true }), 1],
    ['another source', quota({ source: 'claude_json' }), 1],
    ['a failure', quota({ error: 'rate_limited' }), 1],
    ['a window that went', quota({ windows: [] }), 1],
    ['a window that came', quota({ windows: [window, { ...window, label: '7d' }] }), 1],
  ])('of JSON after %s', (_, next, documents) => {
    const log = createJsonChronicle()
    expect(log(quota()).map((line) => JSON.parse(line).usage.providers[0].windows)).toEqual([[window]])
    expect(log(next)).toHaveLength(documents)
  })

  test('of JSON tells of a reset that drifts once the drift adds up', () => {
    const log = createJsonChronicle()
    log(quota())
    const drifting = [100, 200, 300].map((drift) => log(later(0, { resets_in_sec: 7_500 + drift })).length)
    expect(drifting).toEqual([0, 1, 0])
  })
})
