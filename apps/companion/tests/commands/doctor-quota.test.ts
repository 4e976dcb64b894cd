import { type Client, RefusedError, UnreachableError } from '@codexbar/client'
import type { AgentReport, StatusLineReport } from '@codexbar/hooks'
import { type QuotaReport, type QuotaSourceReport, SOURCE_STATES, type Usage } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import type { Finding, Machine } from '../../src/commands/doctor/check.js'
import { checkQuota } from '../../src/commands/doctor/quota.js'
import { type ConfigInput, checkConfig } from '../../src/shell/config.js'
import { claude, fable, fiveHours, NOW, reading, reportOf, source, unknownTo, usageOf, week } from './quota-answers.js'

const URL_ = 'http://127.0.0.1:4747'

type Scene = {
  usage?: Usage | Error
  report?: QuotaReport
  statusLine?: StatusLineReport
  statusLineScript?: 'present' | 'missing'
  lastRan?: number
  quota?: ConfigInput['quota']
  settings?: ConfigInput
  env?: Machine['env']
}

const agentThat = ({ statusLine, lastRan }: Scene): AgentReport => ({
  agent: 'claude',
  name: 'Claude',
  file: '/home/me/.claude/settings.json',
  installed: 'yes',
  events: { current: [], missing: [], outdated: [] },
  blocked: [],
  ...(statusLine === undefined ? {} : { statusLine }),
  ...(lastRan === undefined ? {} : { lastRan: lastRan * 1_000 }),
})

const machine = (scene: Scene): Machine => {
  const {
    statusLineScript = 'present',
    usage = usageOf([claude()]),
    report = reportOf([source()], [reading()]),
    quota = {},
    env = {},
    settings = {},
  } = scene
  const client = {
    usage: async () => {
      if (usage instanceof Error) throw usage
      return usage
    },
    quota: async () => report,
  } as unknown as Client
  return {
    home: '/h',
    env,
    settings: checkConfig({ ...settings, quota }),
    companion: { url: URL_, client },
    named: undefined,
    now: () => NOW * 1_000,
    nodeVersion: '20.20.2',
    exec: async () => ({ code: 0, stdout: '' }),
    hooks: { home: '/h', script: 'present', statusLineScript, target: URL_, agents: [agentThat(scene)] },
    launcher: 'pnpm',
  }
}

const find = async (where: Machine): Promise<string[]> =>
  [await checkQuota(where)]
    .flat()
    .map(({ level, line, todo }: Finding) => `${level}: ${line}${todo === undefined ? '' : ` -> ${todo}`}`)

const none = usageOf([unknownTo('Claude')])
/** Claude worked here, and nothing is known of its quota. */
const mute = { usage: none, lastRan: NOW }
const unheard = source({ state: 'unheard', looked_at: null })
const INSTALL = "Let Claude's status line be heard: pnpm hooks install --statusline"
const NONE = 'warn: Claude: no quota is known'
const UNHEARD = `${NONE}: Claude's status line: not heard yet.`
const LIVE = "ok: Claude: 5h 42% used, 7d 18% used; seen 12s ago by Claude's status line"
const OLD_AGE = 3 * 3_600
const old = usageOf([
  claude({ stale: true, age_sec: OLD_AGE, observed_at: NOW - OLD_AGE, windows: [{ ...fiveHours, age_sec: OLD_AGE }] }),
])
const NEWER = ' -> Newer figures come with the next answer of a Claude session.'
const cacheThat = (state: string) => source({ source: 'claude_json', what: '~/.claude.json', state })
const OLD = "Claude: 5h 42% used; seen 3h ago by Claude's status line"

describe('the quota of an agent', () => {
  test.each<[string, Scene, string[]]>([
    ['that is live', {}, ["ok: Claude: 5h 42% used, 7d 18% used; seen 12s ago by Claude's status line"]],
    [
      'that is shown as what is left',
      { usage: usageOf([claude()], { show: 'remaining' }) },
      ["ok: Claude: 5h 58% left, 7d 82% left; seen 12s ago by Claude's status line"],
    ],
    [
      'that is live though another source found nothing',
      { report: reportOf([source(), source({ source: 'claude_json', state: 'absent', what: '~/.claude.json' })]) },
      ["ok: Claude: 5h 42% used, 7d 18% used; seen 12s ago by Claude's status line"],
    ],
    [
      'that is live though a source that was asked for fails for now',
      {
        report: reportOf([
          source(),
          source({ source: 'claude_api', what: "Anthropic's usage API", state: 'rate_limited', next_at: NOW + 900 }),
        ]),
      },
      [LIVE],
    ],
    [
      'that is live though a source that was asked for has to be mended',
      {
        report: reportOf([
          source(),
          source({ source: 'claude_api', what: 'the API', asks: true, state: 'auth_expired' }),
        ]),
      },
      [
        LIVE,
        'warn: Claude: the API: sign-in expired · looked 12s ago -> Begin a Claude session, which renews its own sign-in (codexbar never does); else run claude and type /login.',
      ],
    ],
    ['that is old, and the agent worked since', { usage: old, lastRan: NOW - 60 }, [`warn: ${OLD}${NEWER}`]],
    ['that is old, and nobody knows whether the agent worked', { usage: old }, [`warn: ${OLD}${NEWER}`]],
    ['that is old, as the agent did not work since', { usage: old, lastRan: NOW - OLD_AGE + 60 }, [`ok: ${OLD}`]],
    [
      'of which one window is old',
      { usage: usageOf([claude({ windows: [fiveHours, { ...fable, stale: true, age_sec: 7_200 }] })]), lastRan: NOW },
      ["ok: Claude: 5h 42% used, 7d Fable 3% used (2h ago); seen 12s ago by Claude's status line"],
    ],
    [
      'of which one window is past its reset',
      {
        usage: usageOf([
          claude({
            windows: [{ ...fiveHours, pct: null, resets_in_sec: null }, week],
            observed_at: NOW - 900,
            age_sec: 900,
          }),
        ]),
        lastRan: NOW,
      },
      [`warn: Claude: 5h --, 7d 18% used; seen 15m ago by Claude's status line${NEWER}`],
    ],
    [
      'that nobody was asked for yet, without the status line',
      { ...mute, report: reportOf([unheard]), statusLine: { is: 'none', blocked: [] } },
      [`${UNHEARD} -> ${INSTALL}`],
    ],
    [
      'that nobody was asked for yet, with a status line of the person',
      { ...mute, report: reportOf([unheard]), statusLine: { is: 'other', blocked: [] } },
      [`${UNHEARD} -> ${INSTALL}`],
    ],
    [
      'with a status line of an older version',
      { ...mute, report: reportOf([unheard]), statusLine: { is: 'ours', blocked: [], outdated: true } },
      [`${UNHEARD} -> ${INSTALL}`],
    ],
    [
      'with a status line whose script is gone',
      {
        ...mute,
        report: reportOf([unheard]),
        statusLine: { is: 'ours', blocked: [] },
        statusLineScript: 'missing',
      },
      [`${UNHEARD} -> ${INSTALL}`],
    ],
    [
      'with a status line that Claude does not run',
      {
        ...mute,
        report: reportOf([unheard]),
        statusLine: { is: 'ours', blocked: ['disableAllHooks is set in /s'] },
      },
      [
        `${UNHEARD} -> Claude runs no status line: disableAllHooks is set in /s. Take that setting out, or set it to false.`,
      ],
    ],
    [
      'with a status line that no session showed yet',
      { ...mute, report: reportOf([unheard]), statusLine: { is: 'ours', blocked: [] } },
      [`${UNHEARD} -> It is heard with the first answer of a Claude session in a terminal.`],
    ],
    [
      'of an API key',
      { ...mute, report: reportOf([source({ state: 'empty' })]) },
      [
        "warn: Claude: no quota is known: Claude's status line: no quota in it. -> It has figures once a Claude session got an answer; with an API key or a plan without limits there are none.",
      ],
    ],
    [
      'of another account',
      {
        ...mute,
        report: reportOf([source({ state: 'other_account' })], [reading({ shown: false, why: 'other_account' })]),
      },
      [
        "warn: Claude: no quota is known: what was read does not count (of another account); Claude's status line: of another account. -> New figures come with the next Claude session of who is signed in now.",
      ],
    ],
    [
      'whose windows are not chosen',
      { ...mute, report: reportOf([source()], [reading({ shown: false, why: 'hidden' })]) },
      ['warn: Claude: no quota is known: what was read does not count (not chosen in the settings).'],
    ],
    [
      'that is switched off',
      {
        ...mute,
        report: reportOf([source({ enabled: false, state: 'off', looked_at: null })]),
        quota: { sources: { status_line: false } },
      },
      [
        'warn: Claude: no quota is known: every source is switched off. -> To use it: "quota": { "sources": { "status_line": true } } in config.json.',
      ],
    ],
    [
      'in whose stead nobody wants more than is asked for',
      {
        ...mute,
        report: reportOf([source({ source: 'claude_api', enabled: false, state: 'off', looked_at: null }), source()]),
      },
      [`${NONE}.`],
    ],
    ['of a companion of a newer version', { report: reportOf([source({ state: 'on_strike' })]) }, [LIVE]],
    [
      'of which nothing is known by the word of a newer companion',
      { ...mute, report: reportOf([source({ state: 'on_strike' })]) },
      [`${NONE}: Claude's status line: on_strike.`],
    ],
    [
      'that is stale for want of the status line',
      { usage: old, lastRan: NOW - 60, statusLine: { is: 'none', blocked: [] } },
      [`warn: ${OLD} -> ${INSTALL}`],
    ],
    [
      'that is stale without a status line that is not wanted',
      {
        usage: old,
        lastRan: NOW - 60,
        report: reportOf([source({ enabled: false, state: 'off' })]),
        statusLine: { is: 'none', blocked: [] },
      },
      [`warn: ${OLD}${NEWER}`],
    ],
    [
      'that is stale, as its only source is asked too often',
      {
        usage: old,
        lastRan: NOW - 60,
        report: reportOf([source({ asks: true, state: 'rate_limited', next_at: NOW + 900 })]),
      },
      [`warn: ${OLD} (Claude's status line: asked too often · looked 12s ago · next look in 15m)${NEWER}`],
    ],
    ['of an agent that was never used here', { usage: none, report: reportOf([unheard]) }, []],
    [
      'of an agent that was never used where it is looked for, though its files are',
      { usage: none, report: reportOf([source({ state: 'empty' })]) },
      [expect.stringMatching('no quota in it. -> ')],
    ],
    [
      'in a folder that the settings name',
      { ...mute, settings: { claude_dir: '/srv/claude' }, report: reportOf([cacheThat('absent')]) },
      [expect.stringMatching('^warn: Claude: no quota is known: /srv/claude/.claude.json: not there. -> ')],
    ],
    [
      'in a folder that the environment names',
      { ...mute, env: { CLAUDE_CONFIG_DIR: '/env/claude' }, report: reportOf([cacheThat('absent')]) },
      [expect.stringMatching('^warn: Claude: no quota is known: /env/claude/.claude.json: not there. -> ')],
    ],
  ])('%s', async (_, scene, lines) => expect(await find(machine(scene))).toEqual(lines))

  test('of each agent, with its own sources', async () => {
    const codex = source({ provider: 'Codex', source: 'rollouts', what: 'its rollout files', state: 'absent' })
    const scene = { usage: usageOf([claude(), unknownTo('Codex')]), report: reportOf([source(), codex]) }
    expect(await find(machine(scene))).toEqual([
      "ok: Claude: 5h 42% used, 7d 18% used; seen 12s ago by Claude's status line",
      'warn: Codex: no quota is known: its rollout files: not there. -> It comes with the first Codex session on this machine.',
    ])
  })

  test.each([
    ['without a companion', new UnreachableError(URL_, 0)],
    ['of a companion on another home', new RefusedError(URL_, 401, { error: 'unauthorized', message: '' })],
    ['of an older companion', new RefusedError(URL_, 404, { error: 'not_found', message: '' })],
  ])('%s is not known', async (_, usage) => {
    expect(await find(machine({ usage }))).toEqual(['warn: How much quota is used is not known.'])
  })

  test('of a companion that nobody can find is not known', async () => {
    expect(await find({ ...machine({}), companion: { problem: 'x' } })).toEqual([
      'warn: How much quota is used is not known.',
    ])
  })
})

describe('why a figure is missing, by the state of a source', () => {
  const states = Object.entries(SOURCE_STATES).filter(([state]) => state !== 'ok' && state !== 'off')

  test.each(states)('%s', async (state, { phrase }) => {
    for (const provider of ['Claude', 'Codex'] as const) {
      const report = reportOf([source({ provider, source: 's', what: 'it', state, next_at: NOW + 600 })])
      const said = await find(machine({ usage: usageOf([unknownTo(provider)]), lastRan: NOW, report }))
      expect(said.filter((line) => line.includes(`it: ${phrase}`) && line.includes(' -> '))).toHaveLength(1)
    }
  })

  test.each(states)('%s never makes the doctor fail', async (state) => {
    const findings = [await checkQuota(machine({ ...mute, report: reportOf([source({ state })]) }))].flat()
    expect(findings.map(({ level }) => level)).not.toContain('fail')
  })

  test.each<[string, QuotaSourceReport['provider'], RegExp]>([
    ['auth_expired', 'Claude', /Begin a Claude session, which renews its own sign-in \(codexbar never does\).*\/login/],
    ['auth_expired', 'Codex', /Begin a Codex session.*codex login/],
    ['no_credentials', 'Claude', /Sign in: run claude and type \/login. An API key has no such quota/],
    ['no_credentials', 'Codex', /Sign in: run codex login/],
    ['unsupported', 'Codex', /Update Codex\.$/],
    ['clock_skew', 'Claude', /take its time from the network/],
  ])('%s of %s says what to do', async (state, provider, words) => {
    const report = reportOf([source({ provider, source: 's', state })])
    const why = (await find(machine({ usage: usageOf([unknownTo(provider)]), report }))).at(-1)
    expect(why).toMatch(words)
  })
})
