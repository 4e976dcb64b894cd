import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { trustHash, trustKey } from '../src/agents/codex-trust.js'
import { AGENTS } from '../src/agents.js'
import { changeHooks } from '../src/change-hooks.js'
import { wantedHooks } from '../src/hook-command.js'
import { inspectHooks } from '../src/inspect-hooks.js'
import { type Answered, askCompanion } from '../src/last-events.js'
import { printStatus } from '../src/print.js'
import { temporaryHome } from './temporary-home.js'

const URL_ = 'http://127.0.0.1:4747'
const gone: Answered = { url: URL_, running: false, why: 'not running' }

const set = async (install = true) => {
  const home = temporaryHome()
  const env = { HOME: home }
  for (const folder of ['.claude', '.codex']) mkdirSync(join(home, folder))
  if (install) await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, env, 'http://127.0.0.1:4747')
  const inspect = () => inspectHooks(env)
  return { home, inspect }
}

const trustAll = (home: string): string =>
  AGENTS.slice(1)
    .flatMap((codex) => [...wantedHooks(codex)])
    .filter(([event]) => event !== 'StopFailure')
    .map(
      ([event, group]) =>
        `[hooks.state."${trustKey(join(home, '.codex/hooks.json'), event, 0)}"]\ntrusted_hash = "${trustHash(event, group)}"\n`,
    )
    .join('\n')

it('tells that nothing is installed and no companion runs', async () => {
  const { inspect } = await set(false)
  const report = await inspect()
  expect(report).toMatchObject({ script: 'missing' })
  expect(report).not.toHaveProperty('target')
  expect(report.agents).toMatchObject([
    { name: 'Claude', installed: 'no', blocked: [] },
    { name: 'Codex', installed: 'no', blocked: [] },
  ])
  expect(printStatus(report, gone, 0)).toMatch(
    /Claude\n.*settings\.json\n {2}installed {5}no\n {2}version seen {2}unknown\n/,
  )
})

it('tells what is installed, missing and outdated', async () => {
  const { home, inspect } = await set()
  expect((await inspect()).agents).toMatchObject([{ installed: 'yes' }, { installed: 'yes' }])
  const path = join(home, '.claude/settings.json')
  const wanted = Object.fromEntries([...wantedHooks(AGENTS[0] as never)].map(([event, group]) => [event, [group]]))
  const { Stop: _, ...some } = wanted
  writeFileSync(
    path,
    JSON.stringify({
      hooks: { ...some, SessionEnd: [{ hooks: [{ ...wanted.SessionEnd?.[0]?.hooks[0], timeout: 9 }] }] },
    }),
  )
  const report = await inspect()
  expect(report.agents[0]).toMatchObject({
    installed: 'partly',
    events: { missing: ['Stop'], outdated: ['SessionEnd'] },
  })
  expect(printStatus(report, gone, 0)).toContain('partly: missing Stop; outdated SessionEnd (run install)')
})

it('tells which file is broken, and where', async () => {
  const { home, inspect } = await set(false)
  writeFileSync(join(home, '.claude/settings.json'), '{\n"hooks": 1}')
  expect((await inspect()).agents[0]?.problem).toMatch(/settings\.json:2: "hooks" is a number/)
})

it.each(['disableAllHooks', 'allowManagedHooksOnly'])('tells that %s keeps the hooks from running', async (name) => {
  const { home, inspect } = await set(false)
  writeFileSync(join(home, '.claude/settings.json'), `{ "${name}": true }`)
  expect((await inspect()).agents[0]?.blocked).toEqual([`${name} is set in ${join(home, '.claude/settings.json')}`])
})

it('tells that Claude skips a file with a comment', async () => {
  const { home, inspect } = await set(false)
  for (const [text, skipped] of [
    ['{ // mine\n}', true],
    ['{ "a": 1, }', true],
    ['\ufeff{ "a": 1 }', false],
    ['\n', false],
  ] as const) {
    writeFileSync(join(home, '.claude/settings.json'), text)
    const says = expect.stringContaining('not plain JSON')
    expect((await inspect()).agents[0]?.blocked, text).toEqual(skipped ? [says] : [])
  }
})

describe('the status line', () => {
  const mine = '{"statusLine":{"type":"command","command":"mine"}}'
  const add = (home: string, more: Record<string, string> = {}) =>
    changeHooks({ action: 'install', agents: AGENTS, dryRun: false, statusLine: true }, { HOME: home, ...more }, URL_)

  it.each<[what: string, settings: string, wraps: boolean, is: object, says: string]>([
    ['is none', '{}', false, { is: 'none' }, 'none (install --statusline reports the quota)'],
    ['is their own', mine, false, { is: 'other' }, 'not reported (install --statusline reports the quota)'],
    ['is no command', '{"statusLine":1}', false, { is: 'other' }, 'not reported (install'],
    ['is ours around their own', mine, true, { is: 'ours', wraps: true }, 'reported, around your own\n'],
    ['is ours alone', '{}', true, { is: 'ours' }, 'reported, showing nothing\n'],
  ])('%s', async (_, settings, wraps, is, says) => {
    const { home, inspect } = await set(false)
    writeFileSync(join(home, '.claude/settings.json'), settings)
    if (wraps) await add(home)
    const report = await inspect()
    expect(report.agents[0]?.statusLine).toEqual({ ...is, blocked: [] })
    expect(report.agents[1]).not.toHaveProperty('statusLine')
    expect(report.statusLineScript).toBe(wraps ? 'present' : 'missing')
    expect(printStatus(report, gone, 0)).toContain(`status line   ${says}`)
  })

  it('is outdated where it names another home', async () => {
    const { home, inspect } = await set(false)
    await add(home, { CODEXBAR_HOME: join(home, 'other') })
    const report = await inspect()
    expect(report.agents[0]?.statusLine).toEqual({ is: 'ours', outdated: true, blocked: [] })
    expect(printStatus(report, gone, 0)).toMatch(
      /\(outdated: run install\)[\s\S]*statusline\.sh is missing: run install/,
    )
  })

  it.each<[script: string, harm: (path: string) => void, says: string, home: string]>([
    ['statusline.sh', rmSync, 'not reported: statusline.sh is missing (run install)', 'statusline.sh is missing'],
    ['hook.sh', rmSync, 'not reported: hook.sh is missing (run install)', 'hook.sh is missing'],
    [
      'statusline.sh',
      (path) => chmodSync(path, 0o644),
      'not reported: statusline.sh is not executable (run install)',
      'statusline.sh is not executable',
    ],
    ['statusline.sh', (path) => appendFileSync(path, '#'), 'reported, around your own', 'statusline.sh is outdated'],
  ])('is told of where %s is harmed, and an install mends it', async (script, harm, says, problem) => {
    const { home, inspect } = await set(false)
    writeFileSync(join(home, '.claude/settings.json'), mine)
    await add(home)
    harm(join(home, '.codexbar', script))
    const told = async () => printStatus(await inspect(), gone, 0)
    expect(await told()).toContain(`  status line   ${says}\n`)
    expect(await told()).toMatch(new RegExp(`\\(${problem}: run install\\)$`))
    await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, { HOME: home }, URL_)
    expect(await told()).toMatch(/ {2}status line {3}reported, around your own\n[\s\S]*\.codexbar$/)
  })

  it('without the hooks needs hook.sh too', async () => {
    const { home, inspect } = await set(false)
    await add(home)
    const path = join(home, '.claude/settings.json')
    const { statusLine } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ statusLine }))
    rmSync(join(home, '.codex/hooks.json'))
    rmSync(join(home, '.codexbar/hook.sh'))
    expect(printStatus(await inspect(), gone, 0)).toMatch(/\(hook\.sh is missing: run install\)$/)
  })

  it('does not run where the hooks do not', async () => {
    const { home, inspect } = await set(false)
    await add(home)
    const path = join(home, '.claude/settings.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "disableAllHooks": true,'))
    const report = await inspect()
    expect(report.agents[0]?.statusLine?.blocked).toEqual([`disableAllHooks is set in ${path}`])
    expect(printStatus(report, gone, 0).match(/warning .*/g)).toEqual([
      `warning       these hooks and the status line will not run: disableAllHooks is set in ${path}`,
    ])
  })

  it('does not run where an administrator sets another one, and that is told', async () => {
    const { home, inspect } = await set(false)
    await add(home)
    const { agents, ...report } = await inspect()
    const managed = agents.map((agent) =>
      agent.statusLine
        ? { ...agent, statusLine: { ...agent.statusLine, blocked: ['a.json sets another one'] } }
        : agent,
    )
    expect(printStatus({ ...report, agents: managed }, gone, 0)).toMatch(
      /warning +the status line will not run: a\.json sets another one\n/,
    )
  })
})

describe('Codex', () => {
  it.each<[what: string, config: (home: string) => string, untrusted: string[] | 'all']>([
    ['trusts nothing yet', () => 'model = "x"\n', 'all'],
    ['trusts everything', trustAll, []],
    [
      'trusts everything, with dotted keys',
      (home) => trustAll(home).replaceAll(/\[hooks\.state\.(.*)\]\n/g, 'hooks.state.$1.'),
      [],
    ],
    [
      'trusts an older text of one hook',
      (home) => trustAll(home).replace(/(:stop:0:0"\]\ntrusted_hash = "sha256:)../, '$1zz'),
      ['Stop'],
    ],
    [
      'has one hook switched off',
      (home) => trustAll(home).replace(/(:interrupt:0:0"\]\n)/, '$1enabled = false # for now\n'),
      ['Interrupt'],
    ],
    ['trusts the hooks of another file', (home) => trustAll(`${home}/else`), 'all'],
  ])('%s', async (_, config, untrusted) => {
    const { home, inspect } = await set()
    writeFileSync(join(home, '.codex/config.toml'), config(home))
    const [, codex] = (await inspect()).agents
    const all = (codex?.events.current ?? []).filter((event) => event !== 'StopFailure')
    expect(codex?.trust).toEqual({ trusted: untrusted.length === 0, untrusted: untrusted === 'all' ? all : untrusted })
  })

  it('trusts nothing where all hooks are of another home', async () => {
    const { home, inspect } = await set(false)
    const other = { HOME: home, CODEXBAR_HOME: join(home, 'other') }
    await changeHooks({ action: 'install', agents: AGENTS, dryRun: false }, other, URL_)
    writeFileSync(join(home, '.codex/config.toml'), 'model = "x"\n')
    const report = await inspect()
    expect(report.agents[1]).toMatchObject({ installed: 'partly', trust: { trusted: false } })
    expect(printStatus(report, gone, 0)).toMatch(/trusted +no, Codex skips the hooks/)
  })

  it.each([
    ['a table', '[features]\nhooks = false\n', true],
    ['its older name', '[features]\ncodex_hooks = false\n', true],
    ['a dotted key', 'features.hooks=false', true],
    ['an inline table', 'features = { web = true, hooks = false }', true],
    ['nothing', '[features]\nhooks = true\n[other]\nhooks = false\n', false],
    ['a comment', '# features.hooks = false\n', false],
    ['a text of several lines', 'note = """\n[features]\nhooks = false\n"""\n', false],
  ])('has its hooks off by %s', async (_, config, off) => {
    const { home, inspect } = await set()
    writeFileSync(join(home, '.codex/config.toml'), config)
    expect((await inspect()).agents[1]?.blocked).toHaveLength(off ? 1 : 0)
  })

  it('skips a file with a comment, so that is told', async () => {
    const { home, inspect } = await set(false)
    writeFileSync(join(home, '.codex/hooks.json'), '{ // mine\n}')
    expect((await inspect()).agents[1]?.blocked).toEqual([expect.stringContaining('not plain JSON')])
  })

  // As `hooks/list` of Codex 0.171.0 names them.
  it.each([
    ['PreToolUse', 'sha256:00c3a7e48b1fe986dd989f91e4221abd1debeb986721922cdcd45d78514ac9c9'],
    ['Interrupt', 'sha256:132da5af1b41be8c2c9910c8737bdb2b0b452e3719c53753c248f6b124704026'],
  ])('knows the trust hash of %s', (event, hash) => {
    const group = wantedHooks(AGENTS[1] as never).get(event)
    expect(group && trustHash(event, group)).toBe(hash)
  })
})

describe('the version seen', () => {
  it('of Claude is that of the newest session', async () => {
    const { home, inspect } = await set(false)
    const sessions = join(home, '.claude/sessions')
    mkdirSync(sessions)
    for (const [name, version, at] of [
      ['9.json', '2.1.100', 1],
      ['10.json', '2.1.332', 3],
      ['11.json', '2.1.200', 2],
    ] as const) {
      writeFileSync(join(sessions, name), JSON.stringify({ version }))
      utimesSync(join(sessions, name), at, at)
    }
    writeFileSync(join(sessions, '10.abc.key'), 'secret')
    expect((await inspect()).agents[0]?.version).toBe('2.1.332')
  })

  it('of Claude is that of the newest transcript when no session runs', async () => {
    const { home, inspect } = await set(false)
    const project = join(home, '.claude/projects/-home-me-demo')
    mkdirSync(project, { recursive: true })
    const entry = (version: string) => `{"type":"user","version":"${version}","x":"${'y'.repeat(99)}"}\n`
    writeFileSync(join(project, 'a.jsonl'), entry('2.1.300').repeat(2_000) + entry('2.1.332'))
    utimesSync(join(project, 'a.jsonl'), 1_000, 1_000)
    expect((await inspect()).agents[0]).toMatchObject({ version: '2.1.332', lastRan: 1_000_000 })
  })

  it('of Codex is that of the newest rollout', async () => {
    const { home, inspect } = await set(false)
    for (const [day, version] of [
      ['2026/09/30', '0.170.0'],
      ['2026/11/02', '0.171.0'],
    ] as const) {
      const folder = join(home, '.codex/sessions', day)
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        join(folder, 'rollout-1.jsonl'),
        `{"type":"session_meta","payload":{"cli_version":"${version}","x":"${'y'.repeat(99_999)}"}}\n`,
      )
    }
    expect((await inspect()).agents[1]?.version).toBe('0.171.0')
  })
})

it('when an agent last ran is when its newest session file was written', async () => {
  const { home, inspect } = await set(false)
  mkdirSync(join(home, '.claude/sessions'))
  writeFileSync(join(home, '.claude/sessions/7.json'), '{}')
  utimesSync(join(home, '.claude/sessions/7.json'), 1_000, 1_000)
  const [claude, codex] = (await inspect()).agents
  expect(claude).toMatchObject({ lastRan: 1_000_000 })
  expect(claude).not.toHaveProperty('version')
  expect(codex).not.toHaveProperty('lastRan')
})

describe('the last event', () => {
  const answering =
    (body: unknown, status = 200): typeof fetch =>
    async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

  it('is as old as the companion says', async () => {
    const { inspect } = await set()
    const asked: string[] = []
    const health = {
      ok: true,
      name: 'codexbar',
      version: '0.1.0',
      started_at: 0,
      now: 121,
      capabilities: [],
      last_event: [
        { name: 'Claude', at: 1, event: 'Stop' },
        { name: 'Codex', at: null, event: null },
      ],
    }
    const answer = await askCompanion('http://127.0.0.1:5003', async (address, init) => {
      asked.push(String(address))
      return answering(health)(address, init)
    })
    expect(asked).toEqual(['http://127.0.0.1:5003/health'])
    expect(printStatus(await inspect(), answer, 121_000)).toMatch(
      /last event {4}2m ago \(Stop\)[\s\S]*last event {4}none yet/,
    )
  })

  it.each<[string, typeof fetch]>([
    ['another server', answering('<html>')],
    ['another JSON', answering({ last_event: 'x' })],
    ['an error', answering({ ok: false }, 503)],
    ['nobody', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is unknown when %s answers', async (_, fetch) => {
    expect(await askCompanion(URL_, fetch)).toMatchObject({ running: false })
  })
})
