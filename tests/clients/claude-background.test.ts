import { expect, test } from 'vitest'
import { openClaude } from './stage/claude.js'
import { describeClient } from './stage/describe-client.js'

const agent = (prompt: string) =>
  `Agent:${JSON.stringify({ description: 'job', prompt, subagent_type: 'general-purpose' })}`

await describeClient('claude', 'Claude Code: background work', ({ open }) => {
  test('a background agent asks while the main agent has stopped', async () => {
    const session = await openClaude(open)
    await session.submit('AGENT:TOOL:Bash:sleep 3; touch x')
    await session.becomes('needs_user/permission_request')
    await session.shows('Waiting for 1 background agent')
    await session.shows('from the general-purpose agent')
    const states = await session.statesDuring(() => session.lets(1_500))
    expect(new Set(states)).toEqual(new Set(['needs_user']))
    await session.answer('1')
    await session.becomes('running/background_work', 2_000)
    await session.becomes('done/stop', 8_000)
  })

  test('No to a background agent ends in done', async () => {
    const session = await openClaude(open)
    await session.submit('AGENT:TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('4')
    await session.becomes('done/stop')
  })

  test('a background agent that is stopped by the user ends in done', async () => {
    const session = await openClaude(open)
    await session.submit('AGENT:SLOW:20000')
    await session.becomes('running/background_work')
    await session.shows('Waiting for 1 background agent')
    await session.key('C-x', 'C-k')
    await session.key('C-x', 'C-k')
    await session.shows('Background agents stopped')
    await session.becomes('done/stop')
  })

  test('the main agent asks while a background agent works', async () => {
    const session = await openClaude(open)
    await session.submit('AGENT:SLOW:6000')
    await session.becomes('running/background_work')
    await session.submit('TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('1')
    await session.becomes('running/background_work')
    await session.becomes('done/stop', 10_000)
  })

  test('a background shell works on after Stop, and its end is done', async () => {
    const session = await openClaude(open)
    await session.submit('BACKGROUND:sleep 4; touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('1')
    await session.shows('1 shell')
    await session.becomes('running/background_work')
    await session.becomes('done/stop', 10_000)
  })

  test('another agent that ends leaves an open dialog alone', async () => {
    const session = await openClaude(open)
    await session.submit(`PARALLEL:${agent('TOOL:Bash:touch x')}|${agent('SLOW:3000')}`)
    await session.becomes('needs_user/permission_request', 8_000)
    await session.shows('from the general-purpose agent')
    const states = await session.statesDuring(async () => {
      await session.shows('Waiting for 1 background agent')
      await session.lets(1_500)
    })
    expect(new Set(states)).toEqual(new Set(['needs_user']))
    await session.answer('1')
    await session.becomes('done/stop')
  })

  test('two agents ask, and need the user until the second is answered', async () => {
    const session = await openClaude(open)
    await session.submit(`PARALLEL:${agent('TOOL:Bash:touch x')}|${agent('TOOL:Bash:touch y')}`)
    await session.becomes('needs_user/permission_request', 8_000)
    const states = await session.statesDuring(async () => {
      await session.answer('1', /1 of 2/)
      await session.shows('2 of 2')
      await session.lets(1_500)
    })
    expect(new Set(states)).toEqual(new Set(['needs_user']))
    await session.answer('1')
    await session.becomes('done/stop')
  })

  test.each([
    ['No', '4'],
    ['Esc', 'Escape'],
  ])('%s to the main agent while a background agent works runs on', async (_, key) => {
    const session = await openClaude(open)
    await session.submit('AGENT:SLOW:6000')
    await session.becomes('running/background_work', 8_000)
    await session.submit('TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer(key)
    await session.becomes('running', 2_000)
    await session.becomes('done/stop', 10_000)
  })
})
