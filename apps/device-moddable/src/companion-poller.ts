import {
  type Ask,
  afterAsk,
  createPoll,
  type DeskInput,
  nextAsk,
  type Poll,
  readStatus,
  readUsage,
  reconnected,
} from '@codexbar/display'
import type { Clock, Pending } from './clock.js'
import type { Answer, Get, Running } from './http-request.js'
import type { Companion } from './settings.js'

/** Asks one companion again and again, while the network is there. */
export type Poller = { resume(): void; pause(): void }

type Path = Ask['path']
type Heard = { input: DeskInput; outcome: Parameters<typeof afterAsk>[2] }

const PATHS: readonly Path[] = Object.freeze(['/status', '/usage'])

const READERS = Object.freeze({
  '/status': (from: number, text: string): Heard['input'] => {
    const read = readStatus(text)
    return read.ok ? { is: 'status', from, status: read.status } : { is: 'failed', from, why: read.why }
  },
  '/usage': (from: number, text: string): Heard['input'] => {
    const read = readUsage(text)
    return read.ok ? { is: 'usage', from, usage: read.usage } : { is: 'failed', from, why: read.why }
  },
})

/**
 * Returns the poller of the companion at `from` in the list. Each path has its own connection, so the held `/status`
 * does not keep `/usage` waiting. It starts paused.
 */
export function createPoller(
  companion: Companion,
  from: number,
  tools: { clock: Clock; get(get: Get, done: (answer: Answer) => void): Running; hear(input: DeskInput): void },
): Poller {
  const { clock, get, hear } = tools
  const running = new Map<Path, Running>()
  const waiting = new Map<Path, Pending>()
  let poll: Poll = createPoll(clock.now())
  let paused = true

  const proceed = (path: Path) => {
    if (paused) return
    const next = nextAsk(poll, path, clock.now())
    if ('wait' in next)
      waiting.set(
        path,
        clock.after(next.wait, () => proceed(path)),
      )
    else ask(next.ask)
  }
  const ask = (asked: Ask) => {
    const { path, query, etag, deadline } = asked
    const began = clock.now()
    const { host, port, token } = companion
    const request = get({ host, port, token, etag, deadline, path: path + query }, (answer) => {
      running.delete(path)
      const now = clock.now()
      const { input, outcome } = hearAnswer(path, from, answer)
      poll = afterAsk(poll, asked, outcome, now - began, now)
      hear(input)
      proceed(path)
    })
    running.set(path, request)
  }
  return {
    resume() {
      if (!paused) return
      paused = false
      poll = reconnected(poll, clock.now())
      for (const path of PATHS) proceed(path)
    },
    pause() {
      paused = true
      for (const request of running.values()) request.close()
      for (const pending of waiting.values()) pending.cancel()
      running.clear()
      waiting.clear()
    },
  }
}

/** What an answer means for the desk, and for when to ask next. */
function hearAnswer(path: Path, from: number, answer: Answer): Heard {
  if (answer.is === 'failed') {
    const why = FAULTS[answer.why]
    return { input: { is: 'failed', from, why }, outcome: { is: 'failed' } }
  }
  const { status, etag, text } = answer
  if (status === 304 || status === 204) return { input: { is: 'unchanged', from }, outcome: { is: 'unchanged' } }
  if (status !== 200) {
    const why = status === 401 ? 'unauthorized' : 'refused'
    return { input: { is: 'failed', from, why }, outcome: { is: 'failed' } }
  }
  const input = READERS[path](from, text)
  return { input, outcome: input.is === 'failed' ? { is: 'failed' } : { is: 'changed', etag } }
}

/** What the desk is told of a request that did not end well: a body that is too long or too short is a bad answer. */
const FAULTS = Object.freeze({
  unreachable: 'unreachable',
  timeout: 'timeout',
  too_large: 'bad_answer',
  cut_short: 'bad_answer',
} as const)
