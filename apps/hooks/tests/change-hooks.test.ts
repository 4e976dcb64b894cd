import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENTS } from '../src/agents.js'
import { type Change, changeHooks } from '../src/change-hooks.js'
import { readCurlrc } from '../src/curlrc.js'
import type { Env } from '../src/env.js'
import { HOOK_SCRIPT } from '../src/hook-script.js'
import { inspectAgent } from '../src/inspect-agent.js'
import { printChanged } from '../src/print.js'
import { temporaryHome } from './temporary-home.js'

const url = 'http://127.0.0.1:4747'
const theirs = '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "theirs" }] }] },\n}\n'

const set = (options: { claude?: string; codex?: string } = {}) => {
  const home = temporaryHome()
  const claude = join(home, '.claude/settings.json')
  const codex = join(home, '.codex/hooks.json')
  for (const [path, text] of [
    [claude, options.claude],
    [codex, options.codex],
  ] as const) {
    mkdirSync(join(path, '..'))
    if (text !== undefined) writeFileSync(path, text)
  }
  const env: Env = { HOME: home }
  const change = (action: Change['action'], rest: Partial<Change> = {}) =>
    changeHooks({ action, agents: AGENTS, dryRun: false, ...rest }, env, url)
  return { home, claude, codex, change }
}

const text = (path: string): string => readFileSync(path, 'utf8')

describe('install', () => {
  it('writes the script, the curlrc and both settings, once', async () => {
    const { home, claude, codex, change } = set({ claude: theirs })
    const first = await change('install')
    expect(first.written).toEqual([join(home, '.codexbar/hook.sh'), join(home, '.codexbar/hook.curlrc')])
    expect(text(join(home, '.codexbar/hook.sh'))).toBe(HOOK_SCRIPT)
    expect(statSync(join(home, '.codexbar/hook.sh')).mode & 0o777).toBe(0o755)
    expect(statSync(join(home, '.codexbar/hook.curlrc')).mode & 0o777).toBe(0o600)
    const before = [text(claude), text(codex), await readCurlrc(join(home, '.codexbar'))]
    const second = await change('install')
    expect(second.written).toEqual([])
    expect(second.outcomes).toMatchObject([{ diff: '' }, { diff: '' }])
    expect([text(claude), text(codex), await readCurlrc(join(home, '.codexbar'))]).toEqual(before)
    expect(readdirSync(join(home, '.claude'))).toEqual(['settings.json', 'settings.json.codexbar-backup'])
    expect(readdirSync(join(home, '.codex'))).toEqual(['hooks.json'])
  })

  it('keeps one backup, of the text before the first install', async () => {
    const { claude, change } = set({ claude: theirs })
    await change('install')
    writeFileSync(claude, text(claude).replace('// mine', '// still mine').replace('"Notification"', '"Other"'))
    await change('install')
    expect(text(`${claude}.codexbar-backup`)).toBe(theirs)
    await change('uninstall')
    expect(text(claude)).toBe(theirs.replace('// mine', '// still mine'))
  })

  it('writes through a link and keeps the mode', async () => {
    const { home, claude, change } = set()
    const real = join(home, 'dotfiles.json')
    writeFileSync(real, theirs)
    chmodSync(real, 0o640)
    symlinkSync(real, claude)
    await change('install')
    expect(lstatSync(claude).isSymbolicLink()).toBe(true)
    expect(text(real)).toContain('# codexbar')
    expect(statSync(real).mode & 0o777).toBe(0o640)
    await change('uninstall')
    expect(text(real)).toBe(theirs)
  })

  it('makes the file that a dangling link names', async () => {
    const { home, claude, change } = set()
    symlinkSync('../later.json', claude)
    await change('install')
    expect(text(join(home, 'later.json'))).toContain('# codexbar')
    await change('uninstall')
    expect(lstatSync(claude).isSymbolicLink()).toBe(true)
    expect(existsSync(join(home, 'later.json'))).toBe(false)
  })

  it('bakes a home of another place into the commands', async () => {
    const { home, claude } = set()
    const env = { HOME: home, CODEXBAR_HOME: join(home, 'el se'), CODEX_HOME: join(home, 'cx'), CODEXBAR_PORT: '5001' }
    await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, env, 'http://127.0.0.1:5001')
    expect(text(claude)).toContain(`'${join(home, 'el se/hook.sh')}'`)
    expect(existsSync(join(home, 'cx/hooks.json'))).toBe(true)
    expect((await readCurlrc(join(home, 'el se')))?.url).toBe('http://127.0.0.1:5001')
  })

  it('of another home makes no backup of settings that hold our hooks, and no such backup ever stays', async () => {
    const { home, claude, codex, change } = set()
    await change('install')
    const other = { HOME: home, CODEXBAR_HOME: join(home, 'other') }
    await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, other, url)
    expect([...readdirSync(join(claude, '..')), ...readdirSync(join(codex, '..'))]).toEqual([
      'settings.json',
      'hooks.json',
    ])
    await change('uninstall')
    expect([existsSync(claude), existsSync(codex)]).toEqual([false, false])
  })

  it('into settings free of hooks makes a new backup, whatever an earlier uninstall left', async () => {
    const { claude, change } = set({ claude: theirs })
    await change('install')
    writeFileSync(claude, text(claude).replace('// mine', '// edited'))
    expect((await change('uninstall')).outcomes[0]).toMatchObject({ kept: `${claude}.codexbar-backup` })
    const before = text(claude)
    await change('install')
    expect(text(`${claude}.codexbar-backup`)).toBe(before)
    expect((await change('uninstall')).outcomes[0]).not.toHaveProperty('kept')
    expect(text(claude)).toBe(before)
  })

  it('keeps the address and the token that a companion wrote', async () => {
    const { home, change } = set()
    mkdirSync(join(home, '.codexbar'))
    writeFileSync(
      join(home, '.codexbar/hook.curlrc'),
      'url = "http://127.0.0.1:5002"\nheader = "authorization: Bearer t"\n',
    )
    await change('install')
    expect(await readCurlrc(join(home, '.codexbar'))).toEqual({ url: 'http://127.0.0.1:5002', token: 't' })
  })
})

describe('a settings file that is refused', () => {
  it.each([
    ['is not JSON', '{\n  "a": 1\n  "b": 2\n}\n', /settings\.json:3: not valid JSON/],
    ['has hooks of another shape', '{\n\n  "hooks": []\n}\n', /settings\.json:3: "hooks" is a list/],
  ])('because it %s stays as it is, and the other agent is done', async (_, broken, says) => {
    const { claude, codex, change } = set({ claude: broken })
    const { outcomes } = await change('install')
    expect(outcomes).toMatchObject([{ problem: expect.stringMatching(says) }, { file: codex }])
    expect(text(claude)).toBe(broken)
    expect(readdirSync(join(claude, '..'))).toEqual(['settings.json'])
    expect(text(codex)).toContain('# codexbar')
  })

  it('because it is not UTF-8 stays as it is', async () => {
    const { claude, change } = set()
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    writeFileSync(claude, bytes)
    expect((await change('install')).outcomes).toMatchObject([{ problem: expect.stringContaining(claude) }, {}])
    expect(readFileSync(claude).equals(bytes)).toBe(true)
  })

  it('because it is a folder stays as it is', async () => {
    const { claude, change } = set()
    mkdirSync(claude)
    expect((await change('install')).outcomes).toMatchObject([{ problem: expect.stringContaining(claude) }, {}])
  })
})

it('an install that every agent refuses writes nothing at all', async () => {
  const { home, change } = set({ claude: '{' })
  const { written, outcomes } = await change('install', { agents: AGENTS.slice(0, 1), statusLine: true })
  expect([written, outcomes]).toEqual([[], [expect.objectContaining({ problem: expect.anything() })]])
  expect(existsSync(join(home, '.codexbar'))).toBe(false)
})

describe('uninstall', () => {
  it('leaves what was there before, byte for byte, and nothing of ours', async () => {
    const { home, claude, codex, change } = set({ claude: theirs, codex: '{}' })
    await change('install')
    await change('uninstall')
    expect([text(claude), text(codex)]).toEqual([theirs, '{}'])
    for (const path of [claude, codex]) expect(readdirSync(join(path, '..'))).toHaveLength(1)
    expect(existsSync(join(home, '.codexbar'))).toBe(false)
  })

  it('leaves the files of a companion, and says so', async () => {
    const { home, change } = set()
    await change('install')
    writeFileSync(join(home, '.codexbar/token'), 'x')
    const options: Change = { action: 'uninstall', agents: AGENTS, dryRun: false }
    const changed = await change('uninstall')
    expect(readdirSync(join(home, '.codexbar'))).toEqual(['hook.curlrc', 'token'])
    expect(printChanged(options, changed, [])).toContain(`kept ${join(home, '.codexbar')}: the companion's own files`)
  })

  it('says which backup it leaves', async () => {
    const { claude, change } = set({ claude: theirs })
    await change('install')
    writeFileSync(claude, text(claude).replace('// mine', '// edited'))
    const options: Change = { action: 'uninstall', agents: AGENTS, dryRun: false }
    expect(printChanged(options, await change('uninstall'), [])).toContain(`kept ${claude}.codexbar-backup: `)
  })

  it('removes the files and the folders that the install made', async () => {
    const { home, change } = set()
    for (const name of readdirSync(home)) rmdirSync(join(home, name))
    await change('install')
    await change('uninstall')
    expect(readdirSync(home)).toEqual([])
  })

  it('with another home removes a file that the install made', async () => {
    const { home, codex, change } = set()
    await change('install')
    const other = { HOME: home, CODEXBAR_HOME: join(home, 'other') }
    await changeHooks({ action: 'uninstall', agents: AGENTS, dryRun: false }, other, url)
    expect(existsSync(codex)).toBe(false)
  })

  it('of one agent keeps the script for the other', async () => {
    const { home, change } = set()
    await change('install')
    await change('uninstall', { agents: AGENTS.slice(0, 1) })
    expect(existsSync(join(home, '.codexbar/hook.sh'))).toBe(true)
    await change('uninstall')
    expect(existsSync(join(home, '.codexbar/hook.sh'))).toBe(false)
  })

  it('where nothing is installed changes nothing', async () => {
    const { claude, change } = set({ claude: theirs })
    expect((await change('uninstall')).outcomes).toMatchObject([{ diff: '' }, { diff: '' }])
    expect(text(claude)).toBe(theirs)
  })
})

describe('a status line', () => {
  const own = '{\n  "statusLine": { "type": "command", "command": "mine", "padding": 0 }\n}\n'
  const files = (home: string) => readdirSync(join(home, '.codexbar')).sort()

  it('comes with a script of its own, once, and goes with it', async () => {
    const { home, claude, codex, change } = set({ claude: own })
    const first = await change('install', { statusLine: true })
    expect(first.written.map((path) => path.slice(home.length))).toEqual([
      '/.codexbar/hook.sh',
      '/.codexbar/statusline.sh',
      '/.codexbar/hook.curlrc',
    ])
    expect(statSync(join(home, '.codexbar/statusline.sh')).mode & 0o777).toBe(0o755)
    expect(text(codex)).not.toContain('statusline')
    const before = text(claude)
    for (const statusLine of [true, false]) {
      expect(await change('install', { statusLine })).toMatchObject({
        written: [],
        outcomes: [{ diff: '' }, { diff: '' }],
      })
    }
    expect(text(claude)).toBe(before)
    await change('uninstall')
    expect(text(claude)).toBe(own)
    expect(readdirSync(join(claude, '..'))).toEqual(['settings.json'])
    expect(existsSync(join(home, '.codexbar'))).toBe(false)
  })

  it('that is asked for later leaves the same, and goes without a trace', async () => {
    const { home, claude, change } = set({ claude: own })
    await change('install')
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh'])
    await change('install', { statusLine: true })
    expect(text(claude)).toContain("set -- 'mine'; ")
    await change('uninstall')
    expect(text(claude)).toBe(own)
    expect(readdirSync(join(claude, '..'))).toEqual(['settings.json'])
  })

  it('where there was no file goes with the file', async () => {
    const { home, change } = set()
    await change('install', { statusLine: true })
    const other = { HOME: home, CODEXBAR_HOME: join(home, 'other') }
    await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, other, url)
    expect(text(join(home, '.claude/settings.json'))).toContain(`'${join(home, 'other/statusline.sh')}'`)
    expect(readdirSync(join(home, 'other')).sort()).toEqual(['hook.curlrc', 'hook.sh', 'statusline.sh'])
    await change('uninstall')
    expect(readdirSync(home)).toEqual(['other'])
  })

  it('that was given back without the backup is the own one', async () => {
    const { claude, change } = set({ claude: own })
    await change('install', { statusLine: true })
    rmSync(`${claude}.codexbar-backup`)
    await change('uninstall')
    expect(text(claude)).toBe(own)
  })

  it('takes its script along while the hooks of Codex stay', async () => {
    const { home, change } = set({ claude: own })
    await change('install', { statusLine: true })
    await change('uninstall', { agents: AGENTS.slice(0, 1) })
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh'])
  })

  it('stays with its script when the hooks of Codex go', async () => {
    const { home, change } = set({ claude: own })
    await change('install', { statusLine: true })
    await change('uninstall', { agents: AGENTS.slice(1) })
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh', 'statusline.sh'])
  })

  it('that somebody replaced since is theirs, and the backup stays', async () => {
    const { home, claude, change } = set({ claude: own })
    await change('install', { statusLine: true })
    const settings = JSON.parse(text(claude))
    settings.statusLine = { type: 'command', command: 'newer' }
    writeFileSync(claude, JSON.stringify(settings))
    expect((await change('uninstall')).outcomes[0]).toMatchObject({ kept: `${claude}.codexbar-backup` })
    expect(JSON.parse(text(claude))).toEqual({ statusLine: { type: 'command', command: 'newer' } })
    expect(existsSync(join(home, '.codexbar'))).toBe(false)
  })

  it('can go alone: the hooks and their script stay, and the backup serves the uninstall that follows', async () => {
    const { home, claude, codex, change } = set({ claude: own })
    await change('install')
    const hooked = [text(claude), text(codex)]
    await change('install', { statusLine: true })
    const { outcomes, left } = await change('uninstall', { statusLine: true })
    expect([outcomes, left]).toEqual([[expect.objectContaining({ file: claude, line: expect.anything() })], undefined])
    expect(outcomes[0]).not.toHaveProperty('kept')
    expect([text(claude), text(codex)]).toEqual(hooked)
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh'])
    expect((await change('uninstall', { statusLine: true })).outcomes).toMatchObject([{ diff: '' }])
    await change('uninstall')
    expect(text(claude)).toBe(own)
    expect(readdirSync(join(claude, '..'))).toEqual(['settings.json'])
    expect(existsSync(join(home, '.codexbar'))).toBe(false)
  })

  it('that goes alone by a dry run goes nowhere', async () => {
    const { home, claude, change } = set({ claude: own })
    await change('install', { statusLine: true })
    const before = text(claude)
    const options: Change = { action: 'uninstall', agents: AGENTS, dryRun: true, statusLine: true }
    const printed = printChanged(options, await change('uninstall', options), [])
    expect(printed.match(/^[-+] .*$/gm)).toEqual([
      expect.stringContaining('statusline.sh'),
      '+  "statusLine": { "type": "command", "command": "mine", "padding": 0 },',
    ])
    expect(text(claude)).toBe(before)
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh', 'statusline.sh'])
  })

  it.each<[what: string, action: Change['action'], statusLine: boolean, settings: string | undefined, says: string]>([
    ['around a command', 'install', true, own, 'reported, around your own `mine`; figures come with the next answer'],
    [
      'around none',
      'install',
      true,
      undefined,
      'reported, shows nothing of its own; figures come with the next answer',
    ],
    ['that gives a command back', 'uninstall', true, own, 'your own `mine` is back'],
    ['that leaves none', 'uninstall', true, undefined, 'none, as before'],
    ['that goes with the hooks', 'uninstall', false, own, 'your own `mine` is back'],
  ])('%s says so', async (_, action, statusLine, settings, says) => {
    const { change } = set(settings === undefined ? {} : { claude: settings })
    if (action === 'uninstall') await change('install', { statusLine: true })
    const options: Change = { action, agents: AGENTS, dryRun: false, statusLine }
    expect(printChanged(options, await change(action, options), [])).toContain(`\n  status line: ${says}`)
  })

  it('of several lines is told on one', async () => {
    const long = `a\nb \u001b[31m${'c'.repeat(99)}`
    const { change } = set({ claude: JSON.stringify({ statusLine: { type: 'command', command: long } }) })
    const options: Change = { action: 'install', agents: AGENTS, dryRun: false, statusLine: true }
    expect(printChanged(options, await change('install', options), [])).toMatch(/around your own `a b c{55}…`; figures/)
  })

  it('that was not asked for is not told of', async () => {
    const { change } = set({ claude: own })
    await change('install', { statusLine: true })
    const options: Change = { action: 'install', agents: AGENTS, dryRun: false }
    expect(printChanged(options, await change('install'), [])).not.toContain('status line')
  })

  it.each<[what: string, broken: string, statusLine: boolean]>([
    ['whose shape is refused', '{\n  "statusLine": "mine"\n}\n', true],
    ['in a file that is refused', '{', true],
    ['in a file that is refused, and not asked for', '{', false],
  ])('%s gets no script', async (_, broken, statusLine) => {
    const { home, change } = set({ claude: broken })
    const { written } = await change('install', { statusLine })
    expect(written).toEqual([join(home, '.codexbar/hook.sh'), join(home, '.codexbar/hook.curlrc')])
    expect(files(home)).toEqual(['hook.curlrc', 'hook.sh'])
  })

  it('of another shape is refused with its line, and only when it was asked for', async () => {
    const broken = '{\n  "statusLine": "mine"\n}\n'
    const { claude, change } = set({ claude: broken })
    const { outcomes } = await change('install', { statusLine: true })
    expect(outcomes).toMatchObject([{ problem: expect.stringMatching(/settings\.json:2: "statusLine" is not/) }, {}])
    expect(text(claude)).toBe(broken)
    expect((await change('install')).outcomes[0]).not.toHaveProperty('problem')
    await change('uninstall')
    expect(text(claude)).toBe(broken)
  })
})

it.each<[what: string, statusLine: boolean, says: string]>([
  ['the hooks', false, 'these hooks will not run'],
  ['the hooks and the status line', true, 'these hooks and the status line will not run'],
])('a dry run warns where the client skips the whole file, naming %s', async (_, statusLine, says) => {
  const { home, claude, change } = set({ claude: theirs })
  const options: Change = { action: 'install', agents: AGENTS, dryRun: true, statusLine }
  const notes = await Promise.all(AGENTS.map((agent) => inspectAgent(agent, { HOME: home })))
  const printed = printChanged(options, await change('install', options), notes)
  expect(printed).toContain(`\n  warning: ${says}: ${claude} is not plain JSON`)
})

it('a dry run prints what an install would change and writes nothing', async () => {
  const { home, claude, codex, change } = set({ claude: theirs })
  const options: Change = { action: 'install', agents: AGENTS, dryRun: true }
  const printed = printChanged(options, await change('install', options), [])
  expect(printed).toContain(`--- ${claude}\n+++ ${claude}\n@@ -1,4 `)
  expect(printed).toContain(`--- /dev/null\n+++ ${codex}\n@@ -0,0 +1,`)
  expect(printed).toContain('nothing was written')
  expect(text(claude)).toBe(theirs)
  expect(readdirSync(home)).toEqual(['.claude', '.codex'])
  expect(readdirSync(join(home, '.claude'))).toEqual(['settings.json'])
})
