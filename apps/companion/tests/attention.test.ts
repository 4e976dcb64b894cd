import { expect, it } from 'vitest'
import { stage } from './stage.js'

const event = { provider: 'Claude', event: 'Stop', session_id: 's1', cwd: '/home/u/projects/api' }
const large = (bytes: number) => JSON.stringify({ ...event, message: 'x', filler: 'x'.repeat(bytes) })

it('answers exactly ok', async () => {
  const response = await stage().post('/attention', event)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('{"ok":true}')
})

it('answers that an event nobody knows was ignored', async () => {
  const response = await stage().post('/attention', { ...event, event: 'SomethingNew' })
  expect(await response.text()).toBe('{"ok":true,"ignored":true}')
})

const refused: [name: string, body: unknown, status: number, error: string, says: string][] = [
  ['an unknown provider', { ...event, provider: 'gemini' }, 400, 'unknown_provider', 'Claude'],
  ['an empty provider', { ...event, provider: '' }, 400, 'unknown_provider', 'Claude'],
  ['a missing provider', { event: 'Stop', session_id: 's' }, 400, 'invalid_body', 'provider'],
  ['neither session nor folder', { provider: 'Claude', event: 'Stop' }, 400, 'no_identity', 'session_id'],
  [
    'an unknown session without a folder',
    { provider: 'Claude', event: 'Stop', session_id: 'x' },
    400,
    'no_identity',
    'cwd',
  ],
  ['no JSON', '{"provider":', 400, 'bad_json', 'JSON'],
  ['nothing', '', 400, 'bad_json', 'JSON'],
  ['a list', '[]', 400, 'invalid_body', 'provider'],
  ['a number', '1', 400, 'invalid_body', 'the body'],
  ['null', 'null', 400, 'invalid_body', 'the body'],
  ['a session that is a number', { ...event, session_id: 7 }, 400, 'invalid_body', 'session_id'],
  ['a folder that is a list', { ...event, cwd: [] }, 400, 'invalid_body', 'cwd'],
  ['an event that is an object', { ...event, event: {} }, 400, 'invalid_body', 'event'],
  ['a pane with a command in it', { ...event, pane: '%1; rm' }, 400, 'invalid_body', 'pane'],
  ['a process that cannot be', { ...event, pid: -1 }, 400, 'invalid_body', 'pid'],
  ['a long message', { ...event, message: 'x'.repeat(501) }, 400, 'invalid_body', 'message'],
  ['more than 256 KiB', large(256 * 1024), 413, 'body_too_large', '256 KiB'],
  ['5 MB', large(5_000_000), 413, 'body_too_large', '256 KiB'],
]

it.each(refused)('refuses %s and keeps nothing', async (_, body, status, error, says) => {
  const companion = stage()
  const before = await (await companion.get('/status')).text()
  const response = await companion.post('/attention', body)
  const answer = (await response.json()) as { ok: boolean; error: string; message: string }
  expect(response.status).toBe(status)
  expect(answer).toMatchObject({ ok: false, error })
  expect(answer.message).toContain(says)
  expect(Object.keys(answer)).toEqual(['ok', 'error', 'message'])
  expect(await (await companion.get('/status')).text()).toBe(before)
})

const types: [type: string, status: number][] = [
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['APPLICATION/JSON', 200],
  ['application/jsonp', 415],
  ['text/plain', 415],
  ['text/plain; x=application/json', 415],
  ['application/x-www-form-urlencoded', 415],
]

it.each(types)('takes or refuses %s', async (type, status) => {
  expect((await stage().post('/attention', event, { 'content-type': type })).status).toBe(status)
})

it('refuses a body without a type', async () => {
  const { app } = stage()
  const body = new TextEncoder().encode(JSON.stringify(event))
  expect((await app.request('/attention', { method: 'POST', body })).status).toBe(415)
})

it('believes the size it counts, not the one that is declared', async () => {
  const response = await stage().post('/attention', large(300_000), { 'content-length': '10' })
  expect(response.status).toBe(413)
})

it('refuses a declared size without reading', async () => {
  const response = await stage().post('/attention', event, { 'content-length': '999999999' })
  expect(response.status).toBe(413)
})

it('derives reason and time itself', async () => {
  const companion = stage()
  await companion.report('Stop', { reason: 'permission_request', updated_at: 1, timestamp: 1 })
  const { providers } = await companion.status()
  expect(providers[0]?.attention).toMatchObject({ state: 'done', reason: 'stop' })
  expect(providers[0]?.attention.updated_at).toBe(Math.floor(companion.clock.now() / 1000))
})

it('shows one harmless line of a folder that was made to harm', async () => {
  const companion = stage()
  await companion.report('Stop', { cwd: '/home/u/evil\u001b[31m\nX-Priority: 5' })
  const body = await (await companion.get('/status')).text()
  expect(body).toContain('"evil X-Priority: 5"')
})

it('reads an input named __proto__ as nothing special', async () => {
  const response = await stage().post(
    '/attention',
    '{"provider":"Claude","event":"Stop","cwd":"/a/b","__proto__":{"x":1}}',
  )
  expect(response.status).toBe(200)
})

it('reads a key that is null as one that is missing', async () => {
  const nothing = { agent_id: null, turn_id: null, tool_name: null, pane: null, pid: null, headless: null, error: null }
  const response = await stage().post('/attention', { ...event, ...nothing })
  expect(await response.text()).toBe('{"ok":true}')
  const missing = await stage().post('/attention', { ...event, provider: null })
  expect(((await missing.json()) as { message: string }).message).toContain('provider')
})
