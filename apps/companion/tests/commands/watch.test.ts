import type { Client, StatusAnswer } from '@codexbar/client'
import { UnreachableError } from '@codexbar/client'
import type { SessionRecord, Sessions, Status } from '@codexbar/protocol/wire'
import { describe, expect, test, vi } from 'vitest'
import type { Output } from '../../src/commands/command.js'
import { createChronicle, createJsonChronicle } from '../../src/commands/status/chronicle.js'
import { follow, type News } from '../../src/commands/status/follow.js'
import { openScreen } from '../../src/commands/status/screen.js'

const STATUS: Status = { ok: true, updated_at: 1, providers: [] }
const SESSIONS: Sessions = { ok: true, now: 0, sessions: [] }

const hang = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('following a companion', () => {
  const scripted = (answers: (StatusAnswer | Error)[]) => {
    const asked: unknown[] = []
    const client = {
      sessions: async () => SESSIONS,
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

  test('the sessions are read again while the status stands still', async () => {
    expect((await hear(3, [shown(1, 'a')])).heard).toHaveLength(3)
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
  const news = (...sessions: SessionRecord[]): News => ({ status: STATUS, sessions: { ...SESSIONS, sessions } })
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
})
