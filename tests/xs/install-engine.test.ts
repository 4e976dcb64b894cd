import { expect, it } from 'vitest'
import { pnpmOf } from '../kit/xs/xs-engine.js'

const PINNED = ['npx', '--yes', expect.stringMatching(/^pnpm@\d+\.\d+\.\d+$/)]

it.each<[string, string | undefined, unknown]>([
  ['pnpm as a script', '/lib/pnpm/bin/pnpm.cjs', [process.execPath, '/lib/pnpm/bin/pnpm.cjs']],
  ['pnpm as a program', '/usr/bin/pnpm', ['/usr/bin/pnpm']],
  ['npm', '/lib/npm/bin/npx-cli.js', PINNED],
  ['nobody', undefined, PINNED],
])('run by %s, the engine is installed by a pnpm of a known version', (_, npm_execpath, command) => {
  expect(pnpmOf({ npm_execpath })).toEqual(command)
})
