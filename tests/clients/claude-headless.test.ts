import { expect, test } from 'vitest'
import { describeClient } from './stage/describe-client.js'

await describeClient('claude', 'Claude Code: headless', ({ run }) => {
  test('claude -p runs and is gone', async () => {
    const { code, stdout, states } = await run('-p', 'SLOW:1500')
    expect([code, stdout]).toEqual([0, expect.stringContaining('tick')])
    expect(states).toContain('running')
    expect(states.at(-1)).toBe('gone')
  })

  test('a permission that nobody can give does not need the user', async () => {
    const { states, stdout } = await run('-p', 'TOOL:Bash:touch x', '--permission-mode', 'default')
    expect(stdout).toContain('ok done')
    expect(states).toContain('running')
    expect(states).not.toContain('needs_user')
    expect(states.at(-1)).toBe('gone')
  })

  test('an API error ends it and is gone', async () => {
    const { code, states } = await run('-p', 'ERR:429')
    expect(code).toBe(1)
    expect(states.at(-1)).toBe('gone')
  })
})
