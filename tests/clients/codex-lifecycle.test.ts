import { test } from 'vitest'
import { openCodex } from './stage/codex.js'
import { describeClient } from './stage/describe-client.js'

await describeClient('codex', 'Codex: beginning and end', ({ open }) => {
  test('/quit is gone', async () => {
    const session = await openCodex(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    await session.submit('/quit')
    await session.gone()
  })

  test('/clear and a new prompt leave one session', async () => {
    const session = await openCodex(open)
    await session.submit('hello')
    await session.becomes('done/stop')
    await session.submit('/clear')
    await session.shows('Ask Codex to do anything')
    await session.submit('SLOW:1500')
    await session.becomes('running')
    await session.becomes('done/stop')
  })

  test.each([
    ['running', 'SLOW:20000'],
    ['needs_user', 'ESC:touch x'],
  ] as const)('kill -9 while %s is gone within 4 s', async (state, prompt) => {
    const session = await openCodex(open)
    await session.submit(prompt)
    await session.becomes(state)
    // A process must outlive its first event by a second before its end means anything.
    await session.lets(2_500)
    process.kill(await session.innermost(), 'SIGKILL')
    await session.gone(4_000)
  })
})
