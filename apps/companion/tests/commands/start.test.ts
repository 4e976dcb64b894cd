import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/commands/commands.js'
import { runCommand } from '../../src/commands/run-command.js'
import { temporaryFolder } from '../stage.js'
import { testContext } from './test-context.js'

/** Starts a companion that is asked to end at once. */
async function started(...options: string[]) {
  const home = temporaryFolder()
  writeFileSync(join(home, 'config.json'), JSON.stringify({ notify: { enabled: false }, claude_dir: home }))
  const env = { CODEXBAR_HOME: home, CODEXBAR_PORT: '0' }
  const { context, out } = testContext({ env, signal: AbortSignal.abort() })
  return { code: await runCommand(COMMANDS, ['start', ...options], context), out: out() }
}

describe('codexbar start', () => {
  test('says first how to open the page', async () => {
    const { code, out } = await started()
    expect(code).toBe(0)
    const [, , what, link] = out.split('\n')
    expect(what).toBe('Open the page; the link lets one browser in, within ten minutes:')
    expect(link).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]{43}$/)
    expect(out).not.toContain('plain HTTP')
  })

  test('--lan says what that means', async () => {
    const { out } = await started('--lan')
    expect(out).toMatch(/Note: listening on 0\.0\.0\.0 \(.*\) in plain HTTP: .* only paired devices and browsers/)
  })
})
