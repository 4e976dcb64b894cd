import { expect, test } from 'vitest'
import { openCodex } from './stage/codex.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('codex', 'Codex: turns', ({ open, run }) => {
  test('the first prompt runs, and its end is done', async () => {
    const session = await openCodex(open)
    expect(session.record()).toBeUndefined()
    await session.submit('SLOW:1500')
    await session.becomes('running')
    await session.becomes('done/stop')
  })

  test('Esc while the model answers is idle within 2 s', async () => {
    const session = await openCodex(open)
    await session.submit('SLOW:20000')
    await session.becomes('running')
    await session.shows('tick tick')
    await session.key('Escape')
    await session.becomes('idle', 2_000)
    const states = await session.statesDuring(() => session.lets(5_000))
    expect(new Set(states)).toEqual(new Set(['idle']))
  })

  test('Esc while a tool runs is idle within 2 s', async () => {
    const session = await openCodex(open)
    await session.submit('TOOL:sleep 15')
    await session.becomes('running/tool_use')
    await session.shows('esc to interrupt')
    await session.key('Escape')
    await session.becomes('idle', 2_000)
  })

  test('a sandboxed tool needs nobody', async () => {
    const session = await openCodex(open)
    const states = await session.statesDuring(async () => {
      await session.submit('TOOL:touch x')
      await session.becomes('done/stop')
    })
    expect(states).not.toContain('needs_user')
  })

  test('an API error is an error after about 4 s', async () => {
    const session = await openCodex(open)
    await session.submit('ERR:500')
    await session.becomes('running')
    const ms = await session.becomes('error', 7_000)
    expect(ms).toBeGreaterThan(2_500)
    await session.submit('hello')
    await session.becomes('done/stop')
  })

  test('a usage limit is an error at once', async () => {
    const session = await openCodex(open)
    await session.submit('ERR:429')
    await session.becomes('error/rate_limit', 2_000)
  })

  test('codex exec runs and is gone', async () => {
    const { code, states } = await run('exec', '--dangerously-bypass-hook-trust', '--skip-git-repo-check', 'SLOW:1500')
    expect(code).toBe(0)
    expect(states).toContain('running')
    expect(states.at(-1)).toBe('gone')
  })
})
