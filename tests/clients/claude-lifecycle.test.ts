import { expect, test } from 'vitest'
import { openClaude } from './stage/claude.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('claude', 'Claude Code: beginning and end', ({ open, reopen }) => {
  test('/clear begins a new idle session', async () => {
    const session = await openClaude(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    const before = session.record()?.session_id
    await session.submit('/clear')
    await session.becomes('idle')
    expect(session.record()?.session_id).not.toBe(before)
  })

  test('/exit is gone', async () => {
    const session = await openClaude(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    await session.submit('/exit')
    await session.gone()
  })

  test('--continue within a minute of /exit is back, with the same id', async () => {
    const session = await openClaude(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    const before = session.record()?.session_id
    await session.submit('/exit')
    await session.gone()
    const again = await reopen(session, '--permission-mode', 'default', '--continue')
    await again.becomes('idle')
    expect(again.record()?.session_id).toBe(before)
    await again.submit('hello again')
    await again.becomes('done/stop')
  })

  test.each([
    ['idle', undefined],
    ['running', 'SLOW:20000'],
    ['needs_user', 'TOOL:Bash:touch x'],
  ] as const)('kill -9 while %s is gone within 3 s', async (state, prompt) => {
    const session = await openClaude(open)
    if (prompt) await session.submit(prompt)
    await session.becomes(state)
    process.kill(session.pid, 'SIGKILL')
    await session.gone(3_000)
  })

  test('a closed terminal is gone', async () => {
    const session = await openClaude(open)
    await session.submit('SLOW:20000')
    await session.becomes('running')
    await session.hangUp()
    await session.gone()
  })
})
