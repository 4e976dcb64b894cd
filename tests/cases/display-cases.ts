import {
  afterRequest,
  createPoll,
  fit,
  nextRequest,
  type PollOutcome,
  type PollRequest,
  readStatus,
  readUsage,
  reconnected,
  toAscii,
} from '@codexbar/display'
import { measureDevice } from '@codexbar/display/scenes'
import type { EngineCase } from './engine-case.js'
import { TEXTS } from './texts.js'

const ATTENTION = { state: 'done', count: 1, primary_project: 'é', projects: ['é'], reason: 'stop', updated_at: 1 }
const STATUS = { ok: true, updated_at: 1, providers: [{ name: 'Claude', attention: ATTENTION }] }
const QUOTA = { windows: [], observed_at: null, age_sec: null, stale: false, source: null }

const WINDOW = { label: '7d é', pct: 3, resets_in_sec: 60, duration_sec: 604_800 }

const of = (attention: object) => ({
  ...STATUS,
  providers: [{ name: 'Claude', attention: { ...ATTENTION, ...attention } }],
})

/** Bodies as they come over the network, right and wrong. */
const BODIES: readonly (readonly [string, string])[] = [
  ['a status', JSON.stringify(STATUS)],
  ['a status cut short', JSON.stringify(STATUS).slice(0, 40)],
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['a number', '1'],
  ['null', 'null'],
  ['a refusal', '{"ok":false,"error":"unauthorized","message":"no"}'],
  ['an unknown state', JSON.stringify(of({ state: 'sleeping' }))],
  ['a state named like a method', JSON.stringify(of({ state: 'toString' }))],
  ['a negative count', JSON.stringify(of({ count: -1 }))],
  ['an unknown provider', JSON.stringify({ ...STATUS, providers: [{ name: 'Other' }, ...STATUS.providers] })],
  ['a key of its prototype', '{"ok":true,"updated_at":1,"providers":[],"__proto__":{"x":1}}'],
  ['escapes of half a character', '{"ok":true,"updated_at":1,"providers":[],"x":"\\ud83d"}'],
  ['a usage', JSON.stringify({ ...STATUS, providers: [{ name: 'Codex', ...QUOTA }] })],
  [
    'a usage with all that may be said',
    JSON.stringify({
      ...STATUS,
      providers: [
        { name: 'Codex', ...QUOTA, windows: [{ ...WINDOW, scope: 'é', age_sec: 9, stale: true }], error: 'é' },
      ],
      show: 'remaining',
      levels: { high: 60.5, full: 90 },
    }),
  ],
  ['a way to show a usage that nobody knows', JSON.stringify({ ...STATUS, providers: [], show: 'as a song' })],
  ['levels that are none', JSON.stringify({ ...STATUS, providers: [], levels: { high: '80', full: 95 } })],
  ['far too much', `{"ok":true,"x":"${'é'.repeat(40_000)}"}`],
]

/** What happens to a poll, one ask after another: how it ends, and how long (ms) it took. */
const ENDINGS: readonly (readonly [PollOutcome, number])[] = [
  [{ is: 'changed', etag: '"a"' }, 20],
  [{ is: 'unchanged' }, 25_000],
  [{ is: 'changed', etag: '"b"' }, 4],
  [{ is: 'changed', etag: '"c"' }, 3],
  [{ is: 'failed' }, 5_000],
  [{ is: 'failed' }, 1],
  [{ is: 'failed' }, 5_000],
  [{ is: 'changed', etag: undefined }, 30],
  [{ is: 'unchanged' }, 2],
  [{ is: 'unchanged' }, 25_000],
]

/** Every question to the display that no scene asks. */
export const DISPLAY_CASES: readonly EngineCase[] = [
  ...TEXTS.map((text) => ({ name: `writes ${JSON.stringify(text).slice(0, 40)} in ASCII`, run: () => toAscii(text) })),
  {
    name: 'writes the first code points in ASCII',
    run: () => Array.from({ length: 0x3200 }, (_, code) => toAscii(`a${String.fromCodePoint(code)}b`)),
  },
  {
    name: 'fits a text into any width',
    run: () =>
      [-1, 0, 10, 40, 80, 120, 288].map((width) => fit('customer-a/application', width, 'title', measureDevice)),
  },
  ...BODIES.map(([name, body]) => ({ name: `reads ${name}`, run: () => [readStatus(body), readUsage(body)] })),
  ...(['/status', '/usage'] as const).map((path) => ({
    name: `asks for ${path} when it is time`,
    run: () => plan(path),
  })),
]

/** Asks as often as `ENDINGS` says; returns each ask and each wait. */
function plan(path: PollRequest['path']): unknown[] {
  let now = 1_000
  let poll = createPoll(now)
  const said: unknown[] = []
  for (const [outcome, took] of ENDINGS) {
    let next = nextRequest(poll, path, now)
    if ('wait' in next) {
      said.push(next)
      now += next.wait
      next = nextRequest(poll, path, now)
    }
    said.push(next)
    if ('wait' in next) continue
    now += took
    poll = afterRequest(poll, next.ask, outcome, took, now)
  }
  return [...said, nextRequest(reconnected(poll, now), path, now)]
}
