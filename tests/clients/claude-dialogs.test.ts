import { expect, test } from 'vitest'
import { openClaude } from './stage/claude.js'
import { describeClient } from './stage/describe-client.js'

const fetches =
  'PARALLEL:WebFetch:{"url":"http://127.0.0.1:9/a","prompt":"x"}|WebFetch:{"url":"http://127.0.0.1:9/b","prompt":"x"}'

await describeClient('claude', 'Claude Code: dialogs', ({ open }) => {
  test('a permission needs the user; yes runs while the command runs; its end is done', async () => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:sleep 4; touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer('1')
    await session.becomes('running', 2_000)
    await session.becomes('done/stop', 8_000)
  })

  test.each([
    ['No', '4'],
    ['Esc', 'Escape'],
  ])('%s in a permission dialog is idle within 2 s', async (_, key) => {
    const session = await openClaude(open)
    await session.submit('TOOL:Bash:touch x')
    await session.becomes('needs_user/permission_request')
    await session.answer(key)
    await session.becomes('idle', 2_000)
  })

  test('a question is answered', async () => {
    const session = await openClaude(open)
    await session.submit('ASK')
    await session.becomes('needs_user/question')
    await session.answer('1')
    await session.becomes('done/stop')
  })

  test('Esc in a question is idle within 2 s', async () => {
    const session = await openClaude(open)
    await session.submit('ASK')
    await session.becomes('needs_user/question')
    await session.answer('Escape')
    await session.becomes('idle', 2_000)
  })

  test.each([
    ['approved', '1', 'done'],
    ['rejected', '2', 'idle'],
  ] as const)('a plan is %s', async (_, key, then) => {
    const session = await open('--permission-mode', 'plan')
    await session.shows('plan mode on')
    await session.submit('PLAN')
    await session.becomes('needs_user/plan_approval')
    await session.answer(key)
    await session.becomes(then, 2_000)
  })

  test('two queued dialogs need the user until the last one is answered', async () => {
    const session = await openClaude(open)
    await session.submit(fetches)
    await session.becomes('needs_user/permission_request')
    const states = await session.statesDuring(async () => {
      await session.answer('1', /1 of 2/)
      await session.shows(/2 of 2/)
      await session.lets(700)
    })
    expect(new Set(states)).toEqual(new Set(['needs_user']))
    await session.answer('1')
    await session.becomes('done/stop')
  })

  test('No in the first of two queued dialogs ends both', async () => {
    const session = await openClaude(open)
    await session.submit(fetches)
    await session.becomes('needs_user/permission_request')
    await session.answer('3', /1 of 2/)
    await session.becomes('idle', 2_000)
  })

  test('two dialogs one after the other both need the user', async () => {
    const session = await openClaude(open)
    await session.submit('PARALLEL:touch a|touch b')
    await session.becomes('needs_user/permission_request')
    await session.answer('1', /touch a\s+╌[\s\S]*❯ 1\. Yes/)
    await session.shows(/touch b\s+╌[\s\S]*❯ 1\. Yes/)
    await session.becomes('needs_user/permission_request')
    await session.lets(700)
    expect(session.record()?.state).toBe('needs_user')
    await session.answer('1')
    await session.becomes('done/stop')
  })
})
