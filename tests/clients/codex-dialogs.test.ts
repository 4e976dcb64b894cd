import { expect, test } from 'vitest'
import { openCodex } from './stage/codex.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('codex', 'Codex: dialogs', ({ open }) => {
  test('an approval needs the user; yes ends in done', async () => {
    const session = await openCodex(open)
    await session.submit('ESC:sleep 1; touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('y')
    await session.becomes('done/stop')
  })

  test.each([
    ['no', 'n'],
    ['Esc', 'Escape'],
  ])('%s in an approval is idle within 2 s', async (_, key) => {
    const session = await openCodex(open)
    await session.submit('ESC:touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer(key)
    await session.becomes('idle', 2_000)
  })

  test('a question is answered', async () => {
    const session = await openCodex(open)
    await session.submit('ASK')
    await session.becomes('needs_user/question')
    await session.answer('Enter')
    await session.becomes('done/stop')
  })

  test('Esc in a question is idle within 2 s', async () => {
    const session = await openCodex(open)
    await session.submit('ASK')
    await session.becomes('needs_user/question')
    await session.answer('Escape')
    await session.becomes('idle', 2_000)
  })

  test('a sub-agent asks while the main agent has stopped', async () => {
    const session = await openCodex(open)
    await session.submit('AGENT:ESC:sleep 1; touch x')
    await session.becomes('needs_user/permission_request')
    await session.shows('Worked for')
    const states = await session.statesDuring(() => session.lets(1_500))
    expect(new Set(states)).toEqual(new Set(['needs_user']))
    await session.answer('y')
    await session.becomes('done/stop')
  })
})
