import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryHome } from './temporary-home.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const tsx = createRequire(new URL('../../../package.json', import.meta.url)).resolve('tsx')

const hooks = (home: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['--import', tsx, '--conditions=codexbar-source', main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, ...env },
  })

it.each<[what: string, args: string[], env: Record<string, string>, code: number, says: RegExp]>([
  ['nothing to do', [], {}, 2, /say what to do\n\nUsage/],
  ['an unknown word', ['instal'], {}, 2, /there is no "instal"/],
  ['an unknown agent', ['install', '--agent', 'gemini'], {}, 2, /there is no agent "gemini"/],
  ['an unknown option', ['install', '--force'], {}, 2, /^Unknown option '--force'\n\nUsage: pnpm hooks install\|/],
  ['a port that is none', ['install'], { CODEXBAR_PORT: '99999' }, 2, /CODEXBAR_PORT is "99999"/],
  ['a status line for Codex', ['install', '--statusline', '--agent', 'codex'], {}, 2, /^Codex has no status line/],
  ['a status with it', ['status', '--statusline'], {}, 2, /^status takes no --statusline.*\n\nUsage/],
  ['a status line to take out of Codex', ['uninstall', '--statusline', '--agent', 'codex'], {}, 2, /^Codex has no/],
  ['help', ['--help'], {}, 0, /--dry-run/],
])('with %s it says so and changes nothing', (_, args, env, code, says) => {
  const home = temporaryHome()
  const { status, stdout, stderr } = hooks(home, args, env)
  expect([status, `${stdout}${stderr}`]).toEqual([code, expect.stringMatching(says)])
  expect(readdirSync(home)).toEqual([])
})

it('fails when one agent could not be done, and does the other', () => {
  const home = temporaryHome()
  mkdirSync(join(home, '.claude'))
  writeFileSync(join(home, '.claude/settings.json'), '{')
  const installed = hooks(home, ['install'])
  expect(installed.status).toBe(1)
  expect(installed.stderr).toMatch(/Claude: not done: .*settings\.json:1: .*\nCodex: hooks installed in/)
  const status = hooks(home, ['status'])
  expect(status.status).toBe(1)
  expect(status.stdout).toMatch(/Codex\n.*\n {2}installed {5}yes, all 15 events/)
  expect(hooks(home, ['status', '--agent', 'Codex']).status).toBe(0)
})

it('wraps a status line, tells so, and gives it back', () => {
  const home = temporaryHome()
  const path = join(home, '.claude/settings.json')
  const own = '{ "statusLine": { "type": "command", "command": "echo mine" } }'
  mkdirSync(join(home, '.claude'))
  writeFileSync(path, own)
  expect(hooks(home, ['install', '--statusline', '--dry-run']).stdout).toMatch(/statusline\.sh\n[\s\S]*\n\+.*echo mine/)
  expect(readFileSync(path, 'utf8')).toBe(own)
  const installed = hooks(home, ['install', '--statusline', '--agent', 'claude'])
  expect([installed.status, installed.stderr]).toEqual([0, ''])
  expect(installed.stdout).toContain(
    '\n  status line: reported, around your own `echo mine`; figures come with the next answer\n',
  )
  expect(hooks(home, ['status']).stdout).toMatch(/status line {3}reported, around your own\n/)
  const unwrapped = hooks(home, ['uninstall', '--statusline'])
  expect([unwrapped.status, unwrapped.stdout]).toEqual([
    0,
    `Claude: status line taken out again, hooks left as they are, in ${path}\n  status line: your own \`echo mine\` is back\n`,
  ])
  expect(hooks(home, ['status']).stdout).toMatch(/yes, all 16 events[\s\S]*status line {3}not reported \(install/)
  expect(hooks(home, ['uninstall']).status).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(own)
  expect(readdirSync(home)).toEqual(['.claude'])
})
