import { expect, test } from 'vitest'
import { openClaude } from './stage/claude.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('claude', 'Claude Code over a restart of the companion', ({ stage, open }) => {
  const restart = async () => {
    await stage().companion.stop()
    await stage().companion.start()
  }

  test('an open dialog is still there, and its answer is still seen', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:sleep 3; touch x')
    await session.becomes('needs_user/permission_request')
    await restart()
    await session.becomes('needs_user/permission_request')
    await session.answer('1')
    await session.becomes('running', 2_000)
    await session.becomes('done/stop', 8_000)
  })

  test('a dialog refused while the companion was away is idle', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await stage().companion.stop()
    await session.answer('Escape')
    await session.shows('Interrupted')
    await stage().companion.start()
    await session.becomes('idle')
  })

  test('a turn that goes on is running again', async () => {
    const session = await openClaude(open)
    await session.submit('SLOW:6000')
    await session.becomes('running')
    await restart()
    await session.becomes('running')
    await session.becomes('done/stop', 10_000)
  })

  test('a client that died while the companion was away is gone', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await stage().companion.stop()
    process.kill(session.pid, 'SIGKILL')
    await stage().companion.start()
    await session.gone(5_000)
    expect(session.record()).toBeUndefined()
  })
})
