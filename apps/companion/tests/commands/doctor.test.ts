import { chmod, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, RefusedError, UnreachableError, UnreadableError } from '@codexbar/client'
import type { AgentReport, HooksReport } from '@codexbar/hooks'
import type { Health } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/commands/commands.js'
import type { Check, Finding, Machine } from '../../src/commands/doctor/check.js'
import { CHECKS } from '../../src/commands/doctor/checks.js'
import { runCommand } from '../../src/commands/run-command.js'
import { type ConfigInput, checkConfig } from '../../src/shell/config.js'
import { temporaryFolder } from '../stage.js'
import { testContext } from './test-context.js'

const NOW = 1_800_000_000_000
const URL_ = 'http://127.0.0.1:4747'

const health = (more: Partial<Health> = {}): Health => ({
  ok: true,
  name: 'codexbar',
  version: '0.1.0',
  started_at: NOW / 1_000 - 60,
  now: NOW / 1_000,
  capabilities: [],
  last_event: [],
  ...more,
})

const clientThat = (answer: Health | Error, sessions: Error | undefined = undefined): Client => {
  const settle = (value: unknown) => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value))
  return { health: () => settle(answer), sessions: () => settle(sessions) } as unknown as Client
}

const agent = (more: Partial<AgentReport> = {}): AgentReport => ({
  agent: 'claude',
  name: 'Claude',
  file: '/home/me/.claude/settings.json',
  installed: 'yes',
  events: { current: ['Stop'], missing: [], outdated: [] },
  blocked: [],
  version: '2.1.332',
  ...more,
})

const hooksReport = (more: Partial<HooksReport> = {}): HooksReport => ({
  home: '/h',
  script: 'present',
  statusLineScript: 'missing',
  target: URL_,
  agents: [agent()],
  ...more,
})

const at = (client: Client): Machine['companion'] => ({ url: URL_, client })

/** A machine with nothing wrong. */
const machine = (more: Partial<Machine> = {}): Machine => {
  const home = temporaryFolder()
  return {
    home,
    env: {},
    settings: checkConfig({}),
    companion: at(clientThat(health())),
    named: undefined,
    now: () => NOW,
    nodeVersion: '20.20.2',
    exec: async () => ({ code: 0, stdout: 'curl 8.5.0 (x86_64)' }),
    hooks: hooksReport(),
    launcher: 'pnpm',
    ...more,
  }
}

const find = async (id: string, where: Machine): Promise<Finding[]> => {
  const check = CHECKS.find((row) => row.id === id) as Check
  return [await check.run(where)].flat()
}

const first = async (id: string, more: Partial<Machine> = {}): Promise<string> => {
  const [finding] = await find(id, machine(more))
  return `${finding?.level}: ${finding?.line}${finding?.todo === undefined ? '' : ` -> ${finding.todo}`}`
}

test('every check has its own id', () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length)
})

describe('this machine', () => {
  test.each([
    ['a Node that is new enough', '20.19.0', 'ok: Node 20.19.0'],
    ['a newer one', '26.1.0', 'ok: Node 26.1.0'],
    ['one that is too old', '20.18.3', 'fail: Node 20.18.3 is too old. -> Install Node 20.19 or newer.'],
    ['a very old one', '18.20.0', 'fail: Node 18.20.0 is too old. -> Install Node 20.19 or newer.'],
  ])('%s', async (_, nodeVersion, words) => expect(await first('node', { nodeVersion })).toBe(words))

  test('curl', async () => {
    expect(await first('curl')).toBe('ok: curl 8.5.0')
    expect(await first('curl', { exec: async () => ({ code: 127, stdout: '' }) })).toMatch('fail: curl is missing')
  })

  test('a home that is there, open to others, or missing', async () => {
    const where = machine()
    await chmod(where.home, 0o755)
    expect((await find('home', where))[0]).toMatchObject({ level: 'fail', todo: `chmod 700 ${where.home}` })
    await chmod(where.home, 0o700)
    await writeFile(join(where.home, 'token'), 'x', { mode: 0o644 })
    expect((await find('home', where))[0]).toMatchObject({ level: 'fail', todo: `chmod 600 ${where.home}/token` })
    await chmod(join(where.home, 'token'), 0o600)
    expect((await find('home', where))[0]).toMatchObject({ level: 'ok' })
    const missing = join(where.home, 'missing')
    expect(await first('home', { home: missing })).toMatch(`warn: ${missing} does not exist yet.`)
  })

  test('settings', async () => {
    expect(await first('settings')).toBe('ok: The settings are valid')
    const problem = '/h/config.json line 1: port: expected a port, found "x"'
    expect(await first('settings', { settings: { problem } })).toMatch(`fail: ${problem} ->`)
  })

  test.each<[string, number | undefined, Health | Error, string]>([
    ['there are none', undefined, health(), 'ok: The settings are valid'],
    ['they are older than the companion', -61, health(), 'ok: The settings are valid'],
    ['they changed in the second of its start', -60 + 0.9, health(), 'ok: The settings are valid'],
    [
      'they changed since it started',
      -59,
      health(),
      'warn: The settings changed since the companion started. -> Start it again to use them: Ctrl-C, then pnpm dev',
    ],
    ['no companion runs', -59, new UnreachableError(URL_, 0), 'ok: The settings are valid'],
  ])('settings that are valid when %s', async (_, changed, answer, words) => {
    const { home } = machine()
    const path = join(home, 'config.json')
    if (changed !== undefined) {
      await writeFile(path, '{}')
      await utimes(path, NOW / 1_000 + changed, NOW / 1_000 + changed)
    }
    expect(await first('settings', { home, companion: at(clientThat(answer)) })).toBe(words)
  })

  test('where pushes go', async () => {
    const pushing = (notify: ConfigInput['notify']) => first('pushes', { settings: checkConfig({ notify }) })
    expect(await pushing({})).toMatch('warn: Pushes go to https://ntfy.sh/claudeCodeWaitingOnYou, which anyone')
    expect(await pushing({ ntfy: { topic: 'mine-7f3' } })).toBe('ok: Pushes go to your own topic at https://ntfy.sh')
    expect(await pushing({ enabled: false })).toBe('ok: Pushes are off')
    expect(await first('pushes', { settings: { problem: 'x' } })).toMatch('warn: Where pushes go is not known.')
  })
})

describe('the companion', () => {
  test.each<[string, Client, string]>([
    ['answers', clientThat(health()), 'ok: codexbar 0.1.0 answers at http://127.0.0.1:4747, for 1m now'],
    [
      'is not there',
      clientThat(new UnreachableError(URL_, 0)),
      'fail: No companion answers at http://127.0.0.1:4747. -> pnpm dev',
    ],
    [
      'is something else',
      clientThat(new UnreadableError(URL_, 200, 'x')),
      'fail: Something else answers at http://127.0.0.1:4747. -> Choose another port: CODEXBAR_PORT=4848 pnpm dev',
    ],
    [
      'is on another home',
      clientThat(health(), new RefusedError(URL_, 401, { error: 'unauthorized', message: '' })),
      "fail: The companion at http://127.0.0.1:4747 does not take this home's token. -> Set CODEXBAR_HOME to the folder that it runs on.",
    ],
  ])('%s', async (_, client, words) => expect(await first('companion', { companion: at(client) })).toBe(words))

  test('is where nobody can tell', async () => {
    const companion = { problem: 'CODEXBAR_PORT: expected a port from 0 to 65535, found "abc"' }
    expect(await first('companion', { companion })).toMatch(
      'fail: Where the companion is cannot be told: CODEXBAR_PORT',
    )
    expect(await first('clock', { companion })).toMatch('warn:')
    expect(await first('events', { companion })).toMatch('warn:')
    expect(await first('hooks', { companion })).toBe('ok: The hooks report to http://127.0.0.1:4747')
  })

  test('its clock', async () => {
    expect(await first('clock')).toBe('ok: The clocks agree')
    expect(await first('clock', { companion: at(clientThat(health({ now: NOW / 1_000 - 90 }))) })).toMatch(
      "warn: The companion's clock differs by 1m.",
    )
    expect(await first('clock', { companion: at(clientThat(new UnreachableError(URL_, 0))) })).toMatch('warn:')
  })
})

describe('the hooks', () => {
  const report = (more: Partial<HooksReport>) => ({ hooks: hooksReport(more) })

  test.each<[string, Partial<HooksReport>, string]>([
    ['are fine', {}, 'ok: The hooks report to http://127.0.0.1:4747'],
    [
      'are nowhere',
      { agents: [agent({ installed: 'no' })] },
      'fail: No agent has hooks: nothing is ever reported. -> pnpm hooks install',
    ],
    ['have no script', { script: 'missing' }, 'fail: hook.sh is missing: no hook can report. -> pnpm hooks install'],
    ['have an old script', { script: 'outdated' }, 'fail: hook.sh is not that of this version. -> pnpm hooks install'],
    [
      'report elsewhere',
      { target: 'http://127.0.0.1:4848' },
      'warn: The hooks report to http://127.0.0.1:4848, but the companion is looked for at http://127.0.0.1:4747. -> Set CODEXBAR_PORT to the same everywhere, or nowhere.',
    ],
  ])('%s', async (_, more, words) => expect(await first('hooks', report(more))).toBe(words))

  const codex: Partial<AgentReport> = { agent: 'codex', name: 'Codex', version: '0.171.0' }
  test.each<[string, Partial<AgentReport>, string]>([
    ['is fine', {}, 'ok: Claude 2.1.332 has its hooks'],
    ['is used without hooks', { installed: 'no' }, 'fail: Claude 2.1.332 has no hooks. -> pnpm hooks install'],
    [
      'has old hooks',
      { installed: 'partly' },
      'fail: Claude 2.1.332: some hooks are missing or old. -> pnpm hooks install',
    ],
    [
      'runs no hooks',
      { blocked: ['disableAllHooks is set in /s'] },
      'fail: Claude 2.1.332 runs no hooks: disableAllHooks is set in /s. -> Take that setting out, or set it to false.',
    ],
    [
      'skips a file that it cannot read',
      { blocked: ['/s is not plain JSON (a comment or a trailing comma): Claude Code skips all of it'] },
      'fail: Claude 2.1.332 runs no hooks: /s is not plain JSON (a comment or a trailing comma): Claude Code skips all of it. -> Take the comment or the last comma out of that file.',
    ],
    [
      'skips a file that begins with a mark',
      { ...codex, blocked: ['/h is not plain JSON (a comment, a trailing comma or a byte order mark): skipped'] },
      'fail: Codex 0.171.0 runs no hooks: /h is not plain JSON (a comment, a trailing comma or a byte order mark): skipped. -> Take the comment or the last comma out of that file, or save it without a byte order mark.',
    ],
    [
      'has no hooks and a status line that nobody hears',
      { installed: 'no', statusLine: { is: 'other', blocked: [] } },
      'fail: Claude 2.1.332 has no hooks. -> pnpm hooks install --statusline',
    ],
    [
      'has no hooks and a status line that is heard',
      { installed: 'no', statusLine: { is: 'ours', blocked: [] } },
      'fail: Claude 2.1.332 has no hooks. -> pnpm hooks install',
    ],
    [
      'has a broken file',
      { installed: 'no', problem: '/s:3: a comma is missing' },
      'fail: Claude 2.1.332: /s:3: a comma is missing -> Correct that file; it is left as it is until then.',
    ],
    [
      'does not trust one of its hooks',
      {
        ...codex,
        events: { current: ['Stop', 'SessionStart', 'SessionEnd'], missing: [], outdated: [] },
        trust: { trusted: false, untrusted: ['Stop'] },
      },
      'fail: Codex 0.171.0 skips Stop, which nobody trusted yet. -> Begin a Codex session and choose "Trust all and continue" when it shows "Hooks need review".',
    ],
    [
      'trusts no hooks',
      { ...codex, trust: { trusted: false, untrusted: ['Stop', 'SessionEnd'] } },
      'fail: Codex 0.171.0 skips the hooks, which nobody trusted yet. -> Begin a Codex session and choose "Trust all and continue" when it shows "Hooks need review".',
    ],
  ])('an agent that %s', async (_, more, words) =>
    expect(await first('agents', report({ agents: [agent(more)] }))).toBe(words),
  )

  test('a status line that the settings do not want is not installed', async () => {
    const unheard = agent({ installed: 'no', statusLine: { is: 'none', blocked: [] } })
    const settings = checkConfig({ quota: { sources: { status_line: false } } })
    expect(await first('agents', { ...report({ agents: [unheard] }), settings })).toMatch(/-> pnpm hooks install$/)
    expect(await first('hooks', { ...report({ agents: [unheard] }), settings })).toMatch(/-> pnpm hooks install$/)
    expect(await first('hooks', report({ agents: [unheard] }))).toMatch(/-> pnpm hooks install --statusline$/)
  })

  test('an agent that is not used is no failure', async () => {
    const { version: _seen, ...untrusted } = agent({ ...codex, trust: { trusted: false, untrusted: ['Stop'] } })
    expect(await first('agents', report({ agents: [untrusted] }))).toMatch('warn: Codex skips the hooks, which')
    const { version: _, ...unused } = agent({ installed: 'no' })
    expect(await first('agents', report({ agents: [unused] }))).toBe(
      'warn: Claude has no hooks; it was never used here.',
    )
  })
})

describe('paired devices', () => {
  const pairing = (kinds: readonly string[], addresses: readonly string[], named?: Machine['named']) => {
    const tokens = kinds.map((kind) => ({ kind }))
    const client = { tokens: async () => ({ tokens }), addresses: async () => ({ addresses }) } as unknown as Client
    return first('devices', { companion: at(client), named })
  }
  test.each<[string, string[], string[], string]>([
    ['none', ['browser'], [], 'ok: No device is paired'],
    [
      'one that reaches the companion',
      ['device', 'browser'],
      ['http://192.168.1.20:4747'],
      'ok: 1 device is paired; the companion is at http://192.168.1.20:4747',
    ],
    [
      'some that do not',
      ['device', 'device'],
      [],
      'warn: 2 devices are paired, but the companion listens for this machine only. -> Start it with pnpm dev --lan, or set "listen": "lan".',
    ],
    [
      'one that knows no HTTPS',
      ['device'],
      ['https://bar.example'],
      'warn: 1 device is paired, but a display asks over plain HTTP, and the companion is at https://bar.example only. -> Start it with pnpm dev --lan, or set "listen": "lan".',
    ],
    [
      'one that reaches the second address',
      ['device'],
      ['https://bar.example', 'http://192.168.1.20:4747'],
      'ok: 1 device is paired; the companion is at http://192.168.1.20:4747',
    ],
  ])('%s', async (_, kinds, addresses, words) => expect(await pairing(kinds, addresses)).toBe(words))

  test('do not reach a companion whose host is named, whatever --lan says', async () => {
    expect(await pairing(['device'], [], { host: '127.0.0.1', where: 'host' })).toBe(
      'warn: 1 device is paired, but the companion listens for this machine only. -> Take "host": "127.0.0.1" out of config.json: it wins over --lan. Start it with pnpm dev --lan, or set "listen": "lan".',
    )
  })

  test('are not known while the companion cannot read who is paired', async () => {
    const refusal = new RefusedError(URL_, 503, { error: 'not_stored', message: 'tokens.json cannot be read' })
    const client = { tokens: () => Promise.reject(refusal) } as unknown as Client
    expect(await first('devices', { companion: at(client) })).toBe(
      'warn: Paired devices are not known: tokens.json cannot be read.',
    )
  })

  test('are not known without a companion', async () => {
    const client = { tokens: () => Promise.reject(new UnreachableError(URL_, 0)) } as unknown as Client
    expect(await first('devices', { companion: at(client) })).toBe('warn: Paired devices are not known.')
    expect(await first('devices', { companion: { problem: 'x' } })).toBe('warn: Paired devices are not known.')
  })
})

describe('when an agent was last heard', () => {
  const heard = (last: number | null) =>
    at(clientThat(health({ last_event: [{ name: 'Claude', at: last, event: null }] })))
  const minutesAgo = (minutes: number) => (NOW - minutes * 60_000) / 1_000

  const used = async (minutes: number, last: number | null): Promise<Finding | undefined> => {
    const hooks = hooksReport({ agents: [agent({ lastRan: NOW - minutes * 60_000 })] })
    return (await find('events', machine({ companion: heard(last), hooks })))[0]
  }

  test('never', async () =>
    expect(await first('events', { companion: heard(null) })).toMatch('warn: Claude was never heard. ->'))
  test('long ago, and not used since', async () => {
    expect(await first('events', { companion: heard(minutesAgo(600)) })).toBe('ok: Claude was heard 10h ago')
    expect(await used(601, minutesAgo(600))).toMatchObject({ level: 'ok' })
  })
  test('long ago, though it works now', async () => {
    expect(await used(1, minutesAgo(600))).toMatchObject({
      level: 'warn',
      line: 'Claude was heard 10h ago, but Claude wrote its files 1m ago.',
    })
  })
  test('never, though it works now', async () => {
    expect((await used(1, null))?.line).toBe('Claude was never heard. Claude wrote its files 1m ago.')
  })
  test('is not known without a companion', async () => {
    expect(await first('events', { companion: at(clientThat(new UnreachableError(URL_, 0))) })).toMatch('warn:')
  })
})

describe('the whole of it', () => {
  const examine = async (more: Record<string, string>, config?: unknown) => {
    const home = temporaryFolder()
    if (config !== undefined) await writeFile(join(home, 'config.json'), JSON.stringify(config))
    const { context, out, err } = testContext({ env: { HOME: home, CODEXBAR_HOME: home, ...more } })
    return { code: await runCommand(COMMANDS, ['doctor'], context), out: out(), err: err() }
  }

  test.each<[string, Record<string, string>, unknown, string]>([
    ['a port that is no number', { CODEXBAR_PORT: 'abc' }, undefined, 'CODEXBAR_PORT: expected a port'],
    ['a port that is too large', { CODEXBAR_PORT: '99999' }, undefined, 'CODEXBAR_PORT: expected a port'],
    ['a host that is none', { CODEXBAR_HOST: 'a b' }, undefined, 'CODEXBAR_HOST: expected the name'],
    ['a host in the settings that is none', {}, { host: 'http://x' }, 'host: expected the name'],
    ['a setting of the wrong type', {}, { port: 'x' }, 'line 1: port'],
  ])('%s is a finding of the settings', async (_, env, config, words) => {
    const { code, out, err } = await examine(env, config)
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(new RegExp(`fail +settings +.*${words}`))
    expect(out).toMatch(/fail +companion +Where the companion is cannot be told/)
  })
})
