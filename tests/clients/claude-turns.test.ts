import { expect, test } from 'vitest'
import { openClaude } from './stage/claude.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('claude', 'Claude Code: turns', ({ open }) => {
  test('a prompt runs, and its end is done', async () => {
    const session = await openClaude(open)
    await session.submit('SLOW:1500')
    await session.becomes('running/user_prompt')
    await session.becomes('done/stop')
  })

  test('Esc while the model answers is idle within 2 s', async () => {
    const session = await openClaude(open)
    await session.submit('SLOW:20000')
    await session.becomes('running')
    await session.shows('tick tick')
    await session.key('Escape')
    await session.becomes('idle', 2_000)
  })

  test('Esc right after the prompt, about when its hook arrives, is idle within 2 s', async () => {
    const session = await openClaude(open)
    await session.submit('SLOW:20000')
    await session.lets(100)
    await session.key('Escape')
    await session.settles(['idle'], 2_000)
  })

  test('Esc while a tool runs is idle within 2 s', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:sleep 20; touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('1')
    await session.becomes('running')
    await session.shows('esc to interrupt')
    await session.key('Escape')
    await session.becomes('idle', 2_000)
  })

  test.each([
    [429, 'rate_limit'],
    [500, 'server_error'],
    [401, 'authentication_failed'],
  ] as const)('API error %i is an error: %s', async (status, reason) => {
    const session = await openClaude(open)
    await session.submit(`ERR:${status}`)
    await session.becomes(`error/${reason}`)
    await session.submit('hello')
    await session.becomes('done/stop')
  })

  test('/compact ends where it began, and does not stay running', async () => {
    const session = await openClaude(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    await session.submit('/compact')
    await session.shows('Compacted')
    await session.settles(['done', 'idle'])
  })

  test('!ls does not stay running', async () => {
    const session = await openClaude(open)
    await session.submit('!ls', /!\sls/)
    await session.shows('sub')
    await session.settles(['done', 'idle'])
  })

  test('cd does not rename the project', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:cd sub')
    await session.becomes('done/stop')
    await session.submit('TOOL:Bash:sleep 1; pwd')
    await session.becomes('running')
    await session.becomes('done/stop')
    expect(new Set(session.names())).toEqual(new Set([session.project]))
  })
})
