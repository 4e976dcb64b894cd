import type { DeskInput } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import { createPoller } from '../src/companion-poller.js'
import type { Answer, Get } from '../src/http-request.js'
import { standingClock } from './clock.js'

const IDLE = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: 1 }
const STATUS = JSON.stringify({ ok: true, updated_at: 1, providers: [{ name: 'Claude', attention: IDLE }] })
const USAGE = JSON.stringify({ ok: true, updated_at: 1, providers: [] })

type Asked = Get & { at: number; closed: boolean; answer(answer: Answer): void }

function stage(token?: string) {
  const clock = standingClock()
  const asked: Asked[] = []
  const heard: DeskInput[] = []
  const poller = createPoller({ host: 'mac.local', port: 4747, token }, 1, {
    clock,
    hear: (input) => heard.push(input),
    get(get, done) {
      const ask: Asked = { ...get, at: clock.now(), closed: false, answer: done }
      asked.push(ask)
      return {
        close() {
          ask.closed = true
        },
      }
    },
  })
  const open = (path: string) => {
    const ask = asked.filter((one) => one.path.startsWith(path)).at(-1)
    if (ask === undefined) throw new Error(`${path} was not asked`)
    return ask
  }
  return { clock, asked, heard, poller, open }
}

const body = (text: string, etag?: string): Answer => ({ is: 'answer', status: 200, etag, text })

describe('a poller', () => {
  test('asks nothing before there is a network', () => {
    const { clock, asked } = stage()
    clock.pass(60_000)
    expect(asked).toEqual([])
  })

  test('asks both paths at once, with its token', () => {
    const { asked, poller } = stage('t')
    poller.resume()
    expect(asked.map(({ path, token, host }) => [path, token, host])).toEqual([
      ['/status', 't', 'mac.local'],
      ['/usage', 't', 'mac.local'],
    ])
  })

  test('waits for the next change with the tag of the last, beside the usage', () => {
    const { clock, heard, poller, open } = stage()
    poller.resume()
    open('/status').answer(body(STATUS, '"a"'))
    clock.pass(1_000)
    expect(open('/status')).toMatchObject({ path: '/status?wait=25', etag: '"a"' })
    open('/status').answer({ is: 'answer', status: 304, etag: undefined, text: '' })
    expect(heard.map((input) => input.is)).toEqual(['status', 'unchanged'])
    expect(heard[1]).toEqual({ is: 'unchanged', from: 1 })
  })

  test('asks for the usage every five minutes', () => {
    const { clock, asked, poller, open } = stage()
    poller.resume()
    for (let poll = 0; poll < 3; poll += 1) {
      open('/usage').answer(body(USAGE))
      clock.pass(5 * 60_000)
    }
    expect(asked.filter(({ path }) => path === '/usage').map(({ at }) => at / 60_000)).toEqual([0, 5, 10, 15])
  })

  test.each([
    [{ is: 'failed', why: 'unreachable' }, 'unreachable'],
    [{ is: 'failed', why: 'timeout' }, 'timeout'],
    [{ is: 'failed', why: 'too_large' }, 'bad_answer'],
    [{ is: 'failed', why: 'cut_short' }, 'bad_answer'],
    [{ is: 'answer', status: 401, etag: undefined, text: '' }, 'unauthorized'],
    [{ is: 'answer', status: 403, etag: undefined, text: '' }, 'refused'],
    [{ is: 'answer', status: 500, etag: undefined, text: '' }, 'refused'],
    [{ is: 'answer', status: 304, etag: undefined, text: '' }, 'bad_answer'],
    [{ is: 'answer', status: 204, etag: undefined, text: '' }, 'bad_answer'],
    [body('<html>'), 'bad_answer'],
    [body(STATUS.replace('"idle"', '7')), 'newer'],
  ] as const)('%j means %s, and is asked again', (answer, why) => {
    const { clock, asked, heard, poller, open } = stage()
    poller.resume()
    open('/status').answer(answer)
    expect(heard).toEqual([{ is: 'failed', of: 'status', from: 1, why }])
    const before = asked.length
    clock.pass(2_000)
    expect(asked.length).toBe(before + 1)
  })

  test.each([
    [{ is: 'failed', why: 'timeout' }, 'timeout'],
    [{ is: 'answer', status: 304, etag: undefined, text: '' }, 'bad_answer'],
    [{ is: 'answer', status: 204, etag: undefined, text: '' }, 'bad_answer'],
    [{ is: 'answer', status: 401, etag: undefined, text: '' }, 'unauthorized'],
    [body('{"ok":true}'), 'newer'],
  ] as const)('to /usage %j means %s of the usage alone, and is asked again', (answer, why) => {
    const { clock, asked, heard, poller, open } = stage()
    poller.resume()
    open('/status').answer(body(STATUS, '"a"'))
    open('/usage').answer(answer)
    expect(heard.at(-1)).toEqual({ is: 'failed', of: 'usage', from: 1, why })
    clock.pass(2_000)
    expect(asked.map(({ path }) => path)).toEqual(['/status', '/usage', '/status?wait=25', '/usage'])
  })

  test('backs off where a plain ask is said to be unchanged for ever', () => {
    const { clock, asked, poller } = stage()
    poller.resume()
    for (let second = 0; second < 600; second += 1) {
      asked.at(-1)?.path.startsWith('/status') &&
        asked.at(-1)?.answer({ is: 'answer', status: 304, etag: undefined, text: '' })
      clock.pass(1_000)
    }
    expect(asked.filter(({ path }) => path.startsWith('/status')).length).toBeLessThan(30)
  })

  test('lets go of everything when the network goes, and asks at once when it is back', () => {
    const { clock, asked, poller, open } = stage()
    poller.resume()
    open('/usage').answer(body(USAGE))
    poller.pause()
    expect(asked.map(({ closed }) => closed)).toEqual([true, false])
    expect(clock.pending()).toBe(0)
    clock.pass(10 * 60_000)
    expect(asked.length).toBe(2)
    poller.resume()
    clock.pass(300)
    expect(asked.slice(2).map(({ path }) => path)).toEqual(['/status', '/usage'])
  })
})
