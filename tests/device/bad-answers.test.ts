import { describe, expect, test } from 'vitest'
import { sdk } from '../kit/simulator/sdk.js'
import { CAUGHT } from '../kit/simulator/xsbug.js'
import { waitUntil } from '../kit/wait-until.js'
import { statusOf, usageOf, waiting } from './desk-says.js'
import { startDesk } from './desk-stage.js'
import { answering, headOf, type Lie, startLyingServer } from './lying-server.js'
import { reads, seeing } from './screen-parts.js'

/** How fast the display's clock runs: what is looked for stays long enough for a busy machine, 10 s a minute. */
const FAST = 6

const GOOD = statusOf(waiting(1))

const good: Lie = (path) => answering(path.startsWith('/usage') ? usageOf(42) : GOOD)

const [SHORT, LONG] = [JSON.stringify(GOOD).slice(0, 100), 'x'.repeat(40_000)]

/** What a server may say instead, and what the display says of it. */
const LIES: readonly (readonly [string, Lie, string])[] = [
  ['a body cut short', () => ({ bytes: `${headOf(200, { 'content-length': '900' })}${SHORT}` }), 'bad answer'],
  ['a body longer than it says', () => ({ bytes: `${headOf(200, { 'content-length': '50' })}${SHORT}` }), 'bad answer'],
  ['a huge body', () => ({ bytes: `${headOf(200)}${LONG}` }), 'bad answer'],
  ['a huge body in chunks', () => ({ bytes: chunked(LONG) }), 'bad answer'],
  [
    'a body said to be huge',
    () => ({ bytes: headOf(200, { 'content-length': '99999999' }), close: false }),
    'bad answer',
  ],
  ['a head without end', () => ({ bytes: `HTTP/1.1 200 OK\r\nx-long: ${LONG}`, close: false }), 'bad answer'],
  ['no HTTP', () => ({ bytes: 'SSH-2.0-OpenSSH_9.6\r\n' }), 'bad answer'],
  ['a length that is none', () => ({ bytes: headOf(200, { 'content-length': '-5' }), close: false }), 'bad answer'],
  [
    'chunks of no size',
    () => ({ bytes: `${headOf(200, { 'transfer-encoding': 'chunked' })}zz\r\nhello\r\n` }),
    'no answer',
  ],
  ['no JSON', () => ({ bytes: `${headOf(200)}<html>` }), 'bad answer'],
  ['bytes that are no text', () => ({ bytes: `${headOf(200)}\u00ff\u00fe{}` }), 'bad answer'],
  ['another schema', () => answering({ ok: true, updated_at: 'noon', providers: [] }), 'new version'],
  ['that it is broken', () => ({ bytes: headOf(500, { 'content-length': '0' }) }), 'refused'],
  ['a refusal', () => ({ bytes: headOf(403, { 'content-length': '0' }) }), 'refused'],
  ['nothing', () => undefined, 'no answer'],
  ['nothing, and hangs up', () => ({ bytes: '' }), 'unreachable'],
]

function chunked(text: string): string {
  return `${headOf(200, { 'transfer-encoding': 'chunked' })}${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
}

describe.skipIf(sdk.missing !== undefined)(`answers that are none (${sdk.missing ?? 'in the simulator'})`, () => {
  test.each(LIES)(
    '%s: the last good picture stays, ages, and the next good answer is taken',
    async (what, lie, words) => {
      const server = await startLyingServer(good)
      const desk = await startDesk([server.port], { rate: FAST, faults: CAUGHT })
      await seeing(desk, { claudeHeadline: 'api' })
      server.lie = lie
      const aged = await seeing(desk, { footer: words }, { within: 60_000 })
      expect(reads(aged, 'claudeHeadline', 'api')).toBe(true)
      await seeing(
        desk,
        { footer: `offline 1m - ${words}` },
        { within: 60_000, name: `lie-${what.replaceAll(/\W+/g, '-')}` },
      )
      expect(server.connections()).toBeLessThanOrEqual(2)
      server.lie = good
      await seeing(desk, { claudeHeadline: 'api', footer: 'live' }, { within: 30_000 })
      const sampled = desk.xsbug.samples.length
      await waitUntil('a look at its sockets', () => desk.xsbug.samples.length > sampled)
      expect(desk.xsbug.samples.at(-1)?.['Network sockets']).toBeLessThanOrEqual(2)
    },
  )

  test('a 304 without a length is an answer', async () => {
    const server = await startLyingServer((path) =>
      path.includes('wait=') ? { bytes: headOf(304), close: false } : answering(GOOD, { etag: '"1"' }),
    )
    const desk = await startDesk([server.port], { rate: FAST })
    await seeing(desk, { claudeHeadline: 'api' })
    await waitUntil('some asks', () => server.asked.filter((path) => path.startsWith('/status')).length > 20, {
      within: 60_000,
    })
    await seeing(desk, { footer: 'live', claudeHeadline: 'api' })
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  test('providers and states of a newer companion are read as far as they are known', async () => {
    const status = statusOf(waiting(1))
    const newer = {
      ...status,
      more: true,
      providers: [...status.providers, { name: 'Gemini', attention: { state: 'x' } }],
    }
    const server = await startLyingServer((path) => answering(path.startsWith('/usage') ? usageOf(42) : newer))
    const desk = await startDesk([server.port])
    await seeing(desk, { claudeHeadline: 'api', footer: 'live' }, { name: 'gauges' })
  })
})
