import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENTS } from '../src/agents/index.js'
import { readOrigin } from '../src/agents/origin.js'
import { shownOf, stage } from './stage.js'

const FIXTURES = new URL('../../../tests/fixtures/hooks/', import.meta.url).pathname
const FOLDERS = { claude: 'claude-2.1.332', codex: 'codex-0.171.0' } as const

const payloads = Object.entries(FOLDERS).flatMap(([agent, folder]) =>
  readdirSync(join(FIXTURES, folder)).map((file) => {
    const payload = JSON.parse(readFileSync(join(FIXTURES, folder, file), 'utf8')) as Record<string, unknown>
    return { agent, file, payload }
  }),
)
const payload = (agent: keyof typeof FOLDERS, file: string) =>
  payloads.find((one) => one.agent === agent && one.file === `${file}.json`)?.payload ?? {}

function reportOf(agent: string, payload: unknown, headers: Record<string, string> = {}) {
  const reading = AGENTS[agent]?.read(
    payload,
    readOrigin((name) => headers[name]),
  )
  if (reading === undefined || !('report' in reading)) throw new Error(`no report: ${JSON.stringify(reading)}`)
  return reading.report
}

it.each(payloads)('takes $agent $file', async ({ agent, payload }) => {
  const companion = stage()
  const response = await companion.post(`/hooks/${agent}`, payload)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ ok: true })
})

describe('what a payload reads as', () => {
  it('names the turn by the prompt of Claude and the turn of Codex', () => {
    expect(reportOf('claude', payload('claude', 'PreToolUse_Bash')).turn_id).toBe(
      'bb8f4fc9-5227-4410-a6ef-cd93286ec502',
    )
    expect(reportOf('codex', payload('codex', 'PreToolUse_Bash')).turn_id).toBe('01a22bae-ccc4-7db0-8266-caac49464702')
  })
  it('fingerprints the events of one call alike', () => {
    const { fingerprint } = reportOf('claude', payload('claude', 'PreToolUse_Bash'))
    expect(fingerprint).toMatch(/^\w+$/)
    expect(reportOf('claude', payload('claude', 'PermissionRequest_Bash')).fingerprint).toBe(fingerprint)
    expect(reportOf('claude', payload('claude', 'PostToolBatch')).tool_calls).toEqual([
      { tool_name: 'Bash', tool_use_id: 'toolu_fake000001', fingerprint },
    ])
  })
  it('tells a task notification from a person', () => {
    expect(reportOf('claude', payload('claude', 'UserPromptSubmit')).source).toBeUndefined()
    expect(reportOf('claude', payload('claude', 'UserPromptSubmit_task-notification')).source).toBe('system')
  })
  it('keeps of a background task what tells whether it lives', () => {
    expect(reportOf('claude', payload('claude', 'Stop_with-background-tasks')).background_tasks).toEqual([
      { id: 'bbi024imb', type: 'shell', status: 'running' },
    ])
  })
  it('carries the cause of a failed turn, and no other error', () => {
    expect(reportOf('claude', payload('claude', 'StopFailure_rate_limit')).error).toBe('rate_limit')
    expect(reportOf('claude', payload('claude', 'PostToolUseFailure')).error).toBeUndefined()
  })
  it("carries a failed request's status, error and id", () => {
    expect(reportOf('codex', payload('codex', 'PostModelRequest_failed'))).toMatchObject({
      status: 'failed',
      request_id: 'f9655920-02c5-4f22-9590-8ab23e9f31c4',
      error: expect.stringContaining('usage limit'),
    })
  })
  it("ignores what Codex's notify sends", () => {
    expect(AGENTS.codex?.read(payload('codex', 'agent-turn-complete'), {})).toEqual({ ignored: true })
  })
  it('loses no more of a list than what it does not understand', () => {
    const lists = {
      background_tasks: [{ id: 5 }, 7, { id: 'b', status: 'running' }],
      tool_calls: [{ tool_name: 1 }, null, { tool_use_id: 't' }],
    }
    const report = reportOf('claude', { ...payload('claude', 'Stop'), ...lists })
    expect(report.background_tasks).toEqual([{}, {}, { id: 'b', status: 'running' }])
    expect(report.tool_calls).toEqual([{ tool_use_id: 't' }])
    expect(
      reportOf('claude', { ...payload('claude', 'Stop'), background_tasks: 'none' }).background_tasks,
    ).toBeUndefined()
  })
  const unread: [name: string, value: unknown][] = [
    ['null', null],
    ['empty', ''],
    ['a number', 7],
    ['a list', [{}]],
    ['too long', 'x'.repeat(5000)],
    ['made to harm', '\u001b[31m\n'],
  ]
  it.each(unread)('takes an event whose refinements are %s as one without them', (_, value) => {
    const refinements = {
      claude: ['cwd', 'prompt_id', 'tool_name', 'tool_use_id', 'notification_type', 'mcp_server_name', 'source'],
      codex: ['cwd', 'turn_id', 'tool_name', 'tool_use_id', 'status', 'request_id', 'trigger', 'permission_mode'],
    }
    for (const [agent, keys] of Object.entries(refinements)) {
      const told = value === '\u001b[31m\n' ? keys.slice(1) : keys
      const odd = Object.fromEntries(told.map((key) => [key, value]))
      const report = reportOf(agent, { hook_event_name: 'Stop', session_id: 's', ...odd })
      const said = Object.entries(report).filter(([, told]) => told !== undefined && told !== '')
      expect(Object.fromEntries(said)).toEqual({ provider: expect.any(String), event: 'Stop', session_id: 's' })
    }
  })
  it.each([null, ''])('reads an id that is %j as none', async (id) => {
    const companion = stage()
    const event = { hook_event_name: 'UserPromptSubmit', session_id: id, agent_id: id, prompt_id: id, cwd: '/a/b' }
    expect((await companion.post('/hooks/claude', event)).status).toBe(200)
    expect(shownOf(await companion.status(), 'Claude')).toMatchObject({ state: 'running', primary_project: 'b' })
  })
  it('does without a refinement that is spelt in a way nobody knows', () => {
    const report = reportOf('claude', { ...payload('claude', 'Stop'), permission_mode: { new: true }, prompt: [1] })
    expect(report).toMatchObject({ event: 'Stop', permission_mode: undefined })
  })
})

const refused: [name: string, payload: unknown, says: string][] = [
  ['no event name', { session_id: 's', cwd: '/a' }, 'hook_event_name'],
  ['an event name that is a number', { hook_event_name: 1, session_id: 's', cwd: '/a' }, 'hook_event_name'],
  ['a session that is a list', { hook_event_name: 'Stop', session_id: [], cwd: '/a' }, 'session_id'],
  ['an agent that is a number', { hook_event_name: 'Stop', session_id: 's', cwd: '/a', agent_id: 1 }, 'agent_id'],
  ['an event with a control character', { hook_event_name: 'Stop\0', session_id: 's', cwd: '/a' }, 'hook_event_name'],
  ['a session with one', { hook_event_name: 'Stop', session_id: 'a\u001b[31m', cwd: '/a' }, 'session_id'],
  ['a list', [], 'hook_event_name'],
]

describe.each(['claude', 'codex'])('/hooks/%s', (agent) => {
  it.each(refused)('refuses %s', async (_, payload, says) => {
    const response = await stage().post(`/hooks/${agent}`, payload)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ok: false,
      error: 'invalid_body',
      message: expect.stringContaining(says),
    })
  })
})

it('takes 2 MB and refuses more than 16 MiB', async () => {
  const companion = stage()
  const edit = { ...payload('claude', 'PostToolUse'), tool_response: { originalFile: 'x'.repeat(2_000_000) } }
  expect((await companion.post('/hooks/claude', edit)).status).toBe(200)
  const huge = { ...edit, tool_response: { originalFile: 'x'.repeat(16 * 1024 * 1024) } }
  expect((await companion.post('/hooks/claude', huge)).status).toBe(413)
})

it('knows no other agent', async () => {
  const companion = stage()
  for (const agent of ['gemini', 'constructor', '__proto__', 'Claude']) {
    const response = await companion.post(`/hooks/${agent}`, payload('claude', 'Stop'))
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'not_found'])
  }
})

const headers: [name: string, given: Record<string, string>, origin: object][] = [
  ['nothing', {}, {}],
  [
    'all four',
    { pid: '42', pane: '%3', attended: '1', project: '/a/b' },
    { pid: 42, pane: '%3', attended: true, project_dir: '/a/b' },
  ],
  ['nobody there', { attended: '0' }, { attended: false }],
  ['UTF-8 as bytes', { project: Buffer.from('/x/grüße-修').toString('latin1') }, { project_dir: '/x/grüße-修' }],
  ['bytes that are no UTF-8', { project: '/x/\u00e9' }, {}],
  ['empty values', { pid: '', pane: '', attended: '', project: '' }, {}],
  ['values that cannot be', { pid: '0x1', pane: '3', attended: 'yes', project: 'x'.repeat(5000) }, {}],
  ['a process that is too large', { pid: '4294967296' }, {}],
  ['process 0', { pid: '0' }, {}],
]

it.each(headers)('reads %s from the headers', (_, given, origin) => {
  expect(readOrigin((name) => given[name.replace('x-codexbar-', '')])).toEqual(origin)
})

it('names the project by the header, not by where the agent has gone', async () => {
  const companion = stage()
  await companion.post(
    '/hooks/claude',
    { ...payload('claude', 'UserPromptSubmit'), cwd: '/home/u/my-app/packages/web' },
    { 'x-codexbar-project': '/home/u/my-app' },
  )
  expect(shownOf(await companion.status(), 'Claude').primary_project).toBe('my-app')
})
