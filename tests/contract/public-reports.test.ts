import { readFileSync } from 'node:fs'
import { truncateLabel } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { START, shownOf, stage } from '../kit/stage.js'
import { type Played, play, situations } from './reports.js'

const claude = ({ at }: Played, t: number) => {
  const status = at[t]
  if (status === undefined) throw new Error(`nobody looked at ${t} s`)
  return shownOf(status, 'Claude')
}
const EVENT = { provider: 'Claude', event: 'PermissionRequest', session_id: 'x', cwd: '/x', tool_name: 'Bash' }

/** What must come of each situation. */
const EXPECTED: Record<string, () => Promise<void>> = {
  'miss-ask-user-question': async () => {
    const played = await play('miss-ask-user-question', 200)
    expect(claude(played, 4)).toMatchObject({ state: 'needs_user', reason: 'question', primary_project: 'api' })
    expect(claude(played, 91).state).toBe('running')
    expect(played.desk.published).toHaveLength(1)
    // The question's words stay here: only a channel marked private would carry them.
    expect(JSON.stringify(played.desk.published)).toContain('Question')
    expect(JSON.stringify(played.desk.published)).not.toContain('Which database')
  },
  'miss-permission-shown-as-working': async () => {
    const played = await play('miss-permission-shown-as-working', 60)
    expect(claude(played, 3)).toMatchObject({ state: 'needs_user', count: 1 })
    expect(played.desk.published).toHaveLength(1)
  },
  'miss-vscode-no-notification-hook': async () => {
    expect(claude(await play('miss-vscode-no-notification-hook'), 3).state).toBe('needs_user')
  },
  'dup-three-signals-one-prompt': async () => {
    const played = await play('dup-three-signals-one-prompt', 120)
    expect(claude(played, 67).state).toBe('needs_user')
    expect(played.desk.published).toHaveLength(1)
    const [session] = await sessionsOf(played)
    expect(session?.since).toBe(START + 100)
    const later = shownOf(await played.desk.status(), 'Claude')
    expect(later.epoch).toBe(claude(played, 67).epoch)
  },
  'dup-stop-then-idle-prompt': async () => {
    const played = await play('dup-stop-then-idle-prompt', 400)
    expect(claude(played, 91).state).toBe('done')
    expect(played.desk.published).toEqual([])
  },
  'dup-task-notification-stops': async () => {
    const played = await play('dup-task-notification-stops', 200)
    expect(claude(played, 91).state).toBe('running')
    expect(claude(played, 121).state).toBe('done')
    expect(played.desk.published).toEqual([])
  },
  'dup-two-prompts-same-session': async () => {
    expect((await play('dup-two-prompts-same-session', 60)).desk.published).toHaveLength(3)
  },
  'stale-approved-in-terminal': async () => {
    const played = await play('stale-approved-in-terminal')
    expect(claude(played, 10.5).state).toBe('running')
    expect(await asksOf(played)).toEqual([])
  },
  'stale-esc-on-permission': async () => {
    const played = await play('stale-esc-on-permission')
    expect(claude(played, 122).state).toBe('needs_user')
    // 60 minutes end the display of an ask; it was never shown as running or done.
    expect(claude(played, 3600)).toMatchObject({ state: 'idle', count: 0 })
    expect(played.desk.published).toHaveLength(1)
  },
  'stale-late-posttooluse-after-stop': async () => {
    const played = await play('stale-late-posttooluse-after-stop')
    expect(claude(played, 10).state).toBe('done')
    expect(claude(played, 63).state).toBe('running')
  },
  'stale-no-ids': async () => {
    const played = await play('stale-no-ids')
    expect(claude(played, 11).state).toBe('needs_user')
    expect(await asksOf(played)).toHaveLength(1)
  },
  'stale-background-stop': async () => {
    const played = await play('stale-background-stop', 120)
    expect([1, 31, 61].map((t) => claude(played, t).state)).toEqual(['running', 'running', 'done'])
    expect(claude(played, 101)).toMatchObject({ state: 'done', projects: ['web', 'api'] })
    expect(played.desk.published).toEqual([])
  },
  'flap-tool-boundaries': async () => {
    const played = await play('flap-tool-boundaries')
    expect(claude(played, 12).state).toBe('running')
    const tag =
      (await tagAfter('UserPromptSubmit', 'PreToolUse')) ===
      (await tagAfter('UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PreToolUse'))
    expect(tag).toBe(true)
  },
  'flap-subagent-permission': async () => {
    const played = await play('flap-subagent-permission', 60)
    expect(claude(played, 4)).toMatchObject({ state: 'needs_user', count: 1 })
    expect(claude(played, 31).state).toBe('running')
    expect(played.desk.published).toHaveLength(1)
  },
  'stale-usage-limit-mid-turn': async () => {
    const played = await play('stale-usage-limit-mid-turn')
    expect(claude(played, 11)).toMatchObject({ state: 'error', reason: 'rate_limit' })
    // The second session begins when the first has failed; it is unknown ten minutes after that.
    await played.desk.clock.advance(12_000)
    expect((await sessionsOf(played)).map(({ session_id, state }) => [session_id, state])).toContainEqual([
      's2',
      'unknown',
    ])
    await played.desk.report('SessionEnd')
    expect(shownOf(await played.desk.status(), 'Claude')).toMatchObject({ state: 'unknown', projects: ['web'] })
  },
  'stale-clear-new-session-id': async () => {
    const played = await play('stale-clear-new-session-id', 60)
    expect(claude(played, 7).state).toBe('idle')
    expect((await sessionsOf(played)).map(({ session_id }) => session_id)).toEqual(['s2'])
    expect(played.desk.published).toEqual([])
  },
  'stale-companion-was-down-at-stop': async () => {
    const desk = stage()
    await desk.report('UserPromptSubmit')
    await desk.clock.advance(30_000)
    const back = await desk.restart()
    expect(shownOf(await back.status(), 'Claude').state).toBe('unknown')
    await back.report('UserPromptSubmit')
    expect(shownOf(await back.status(), 'Claude').state).toBe('running')
    expect(back.published).toEqual([])
  },
  'name-same-basename': async () => {
    const played = await play('name-same-basename', 30)
    expect(claude(played, 2)).toMatchObject({ count: 2, projects: ['customer-b/app', 'customer-a/app'] })
    expect(claude(played, 6).projects).toEqual(['app'])
    // The first was announced while it was alone, the second beside it.
    expect(played.desk.published.map(({ title }) => title)).toEqual([
      'Claude waiting: app',
      'Claude waiting: customer-b/app',
    ])
  },
  'name-cwd-drifts-in-session': async () => {
    expect(claude(await play('name-cwd-drifts-in-session'), 7)).toMatchObject({ primary_project: 'my-app', count: 1 })
  },
  'name-headless-flood': async () => {
    const played = await play('name-headless-flood', 60)
    expect(claude(played, 31)).toMatchObject({ state: 'idle', count: 0 })
    // Where nobody sits a permission request asks nobody, and is nothing.
    expect(claude(played, 41)).toMatchObject({ state: 'idle', count: 0 })
    expect(played.desk.published).toEqual([])
    expect((await sessionsOf(played)).map(({ session_id, state }) => [session_id, state])).toEqual([['h1', 'done']])
  },
  'name-odd-cwds': async () => {
    const played = await play('name-odd-cwds')
    expect(claude(played, 6)).toMatchObject({ count: 5, projects: ['blog', 'shop', 'proj'] })
    const names = (await sessionsOf(played)).map(({ session_id, project }) => [session_id, project])
    expect(Object.fromEntries(names)).toEqual({ a: 'unknown', b: '/', c: 'proj', d: 'shop', e: 'blog' })
    expect(await (await played.desk.post('/attention', { provider: 'Claude', event: 'Stop' })).json()).toMatchObject({
      ok: false,
    })
    expect(await sessionsOf(played)).toHaveLength(5)
  },
  'name-truncate-by-width': async () => {
    expect(truncateLabel('修复登录问题'.repeat(8), 20)).toBe('修复登录问题修复登…')
    expect([truncateLabel('abcdef', -1), truncateLabel('abcdef', 0), truncateLabel('ab', 20)]).toEqual(['', '', 'ab'])
  },
  'name-control-chars': async () => {
    const { desk } = await play('name-control-chars', 5)
    expect(shownOf(await desk.status(), 'Claude').primary_project).toBe('evil X-Priority: 5')
    expect(desk.published[0]).toMatchObject({ title: 'Claude waiting: evil X-Priority: 5', priority: 4 })
    expect(JSON.stringify(desk.published)).not.toMatch(/javascript|@everyone|\\n/)
  },
  'hook-permission-fires-always': async () => {
    const played = await play('hook-permission-fires-always', 30)
    expect(claude(played, 1).state).toBe('running')
    expect(played.desk.published).toEqual([])
    expect(shownOf(await played.desk.status(), 'Claude').epoch).toBe(claude(played, 1).epoch)
  },
  'sec-csrf-text-plain': async () => {
    const desk = stage()
    const foreign = { origin: 'https://evil.example' }
    const answers = [
      await desk.post('/attention', EVENT, { 'content-type': 'text/plain', ...foreign }),
      await desk.post('/attention', EVENT, { 'content-type': 'text/plain' }),
      await desk.post('/attention', EVENT, foreign),
      await desk.post('/attention', EVENT, { 'sec-fetch-site': 'cross-site' }),
    ]
    for (const answer of answers) {
      expect([403, 415]).toContain(answer.status)
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
    expect(shownOf(await desk.status(), 'Claude').count).toBe(0)
  },
  'sec-dns-rebinding': async () => {
    const desk = stage({ config: { hosts: ['mymac.local'] } })
    const status = async (host: string) => (await desk.get('/status', { host })).status
    expect(
      await Promise.all(['evil.example:47800', '127.0.0.1:47800', '[::1]:47800', 'localhost'].map(status)),
    ).toEqual([403, 200, 200, 200])
    expect(await status('192.168.1.20:47800')).toBe(403)
    expect(await status('mymac.local:47800')).toBe(401)
    const token = readFileSync(`${desk.home}/token`, 'utf8').trim()
    const paired = await desk.get('/status', { host: 'mymac.local:47800', authorization: `Bearer ${token}` })
    expect(paired.status).toBe(200)
  },
  'sec-lan-exposure': async () => {
    const desk = stage()
    for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip']) {
      expect((await desk.get('/status', { [header]: '192.168.1.77' })).status).toBe(401)
    }
  },
  'sec-flood-and-size': async () => {
    const desk = stage()
    for (let index = 0; index < 300; index += 1) {
      const session_id = `s${index % 20}`
      await desk.report('PostToolUse', {
        session_id,
        cwd: `/home/u/${'漢'.repeat(60)}${index % 20}`,
        tool_name: 'Bash',
      })
    }
    const answer = await desk.get('/status')
    expect(Buffer.byteLength(await answer.clone().text())).toBeLessThanOrEqual(2048)
    const again = await desk.get('/status', { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('content-length')]).toEqual([304, '0'])
    const large = { ...EVENT, tool_input: 'x'.repeat(1_000_000) }
    expect((await desk.post('/attention', large)).status).toBe(413)
    const payload = {
      hook_event_name: 'PostToolUse',
      session_id: 'x',
      cwd: '/x',
      tool_name: 'Edit',
      tool_response: 'x'.repeat(2_000_000),
    }
    expect((await desk.post('/hooks/claude', payload)).status).toBe(200)
  },
  'push-priority-ios': async () => {
    const played = await play('push-priority-ios', 30)
    expect(played.desk.published).toMatchObject([{ priority: 4, topic: 'claudeCodeWaitingOnYou' }])
  },
}

const LATER_ISSUES = 'the endpoint it asks for is not part of this version'
const HOOKS = 'proven with the real script and installer in apps/hooks/tests'

/** Situations that are proven elsewhere, or are about what this version does not have. */
const ELSEWHERE: Record<string, string> = {
  'hook-latency-budget': HOOKS,
  'hook-exit-code-down': HOOKS,
  'hook-stdout-must-be-empty': HOOKS,
  'install-merge-not-replace': HOOKS,
  'install-versioned-node-path': HOOKS,
  'appr-shows-last-approves-first': LATER_ISSUES,
  'appr-double-answer': LATER_ISSUES,
  'appr-tmux-arg-injection': LATER_ISSUES,
  'appr-dismiss-is-not-deny': LATER_ISSUES,
  'snooze-rollup': LATER_ISSUES,
  'snooze-stale-revision': LATER_ISSUES,
  'dev-wifi-loss': 'the device decides it',
  'dev-reboot-while-waiting': 'the device decides it; every answer of /status is whole, see payloads.test.ts',
  'dev-sleep-first-press': 'the device decides it',
  'quota-absolute-vs-relative': 'there are no quota windows yet',
}

async function sessionsOf({ desk }: Played) {
  const token = readFileSync(`${desk.home}/token`, 'utf8').trim()
  const answer = await desk.get('/v1/sessions', { authorization: `Bearer ${token}` })
  const { sessions } = (await answer.json()) as {
    sessions: { session_id: string; project: string; state: string; since: number; asks: unknown[] }[]
  }
  return sessions
}

async function asksOf(played: Played): Promise<unknown[]> {
  return (await sessionsOf(played)).flatMap(({ asks }) => asks)
}

async function tagAfter(...events: string[]): Promise<string | null> {
  const desk = stage()
  for (const event of events) await desk.report(event, { tool_name: 'Read' })
  return (await desk.get('/status')).headers.get('etag')
}

describe('what people reported of tools like this', () => {
  it('is proven here, or it is said where', () => {
    const known = [...Object.keys(EXPECTED), ...Object.keys(ELSEWHERE)].sort()
    expect(known).toEqual(situations.map(({ id }) => id).sort())
  })

  it.each(Object.keys(EXPECTED))('%s', (id) => (EXPECTED[id] as () => Promise<void>)())
})
