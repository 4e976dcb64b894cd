import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildFor, mcconfigArguments, sdkMissing } from '../scripts/mcconfig.js'

test.each([
  [{}, '-d -m -p sim -t build'],
  [{ make: false }, '-d -p sim -t build'],
  [{ output: '/out' }, '-d -m -p sim -t build -o /out'],
  [{ debug: false, deploy: true, config: ['ssid=Home'] }, '-m -p sim ssid=Home'],
])('%j asks mcconfig for %s', (options, line) => {
  expect(mcconfigArguments('sim', options).join(' ')).toBe(line)
})

test('a shell without the SDK is told what to do', () => {
  expect(sdkMissing({})).toMatch(/MODDABLE is not set[\s\S]*docs\/hardware\.md/)
  expect(sdkMissing({ MODDABLE: '/sdk' })).toBeUndefined()
})

test.each([
  ['is told', 0],
  ['fails with', 1],
])('no %s what a setting is, though mcconfig repeats it', async (_, code) => {
  const folder = await mkdtemp(join(tmpdir(), 'codexbar-mcconfig-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'mcconfig'), `#!/bin/sh\necho "# $*"\nexit ${code}\n`)
  await chmod(join(folder, 'mcconfig'), 0o755)
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const config = ['ssid=Home', 'password=not-a-real-password', 'token=not-a-real-token']
  const said = await buildFor('sim', { config, env }).catch((error: Error) => error.message)
  expect(said).toContain('# -d -m -p sim -t build')
  expect(said).not.toMatch(/not-a-real/)
})
