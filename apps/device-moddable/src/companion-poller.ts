import {
  afterRequest,
  createPoll,
  type DeskInput,
  type Failure,
  nextRequest,
  type Poll,
  type PollRequest,
  readStatus,
  readUsage,
  reconnected,
} from '@codexbar/display'
import type { Clock, Pending } from './clock.js'
import type { Answer, Get, Running } from './http-request.js'
import type { CompanionAddress } from './settings.js'

/** Asks one companion again and again, while the network is there. */
export type Poller = { resume(): void; pause(): void }

type Path = PollRequest['path']
type Heard = { input: DeskInput; outcome: Parameters<typeof afterRequest>[2] }

const PATHS: readonly Path[] = Object.freeze(['/status', '/usage'])

const SUBJECTS = Object.freeze({ '/status': 'status', '/usage': 'usage' } as const)

const READERS = Object.freeze({
  '/status': (from: number, text: string): DeskInput | Failure => {
    const read = readStatus(text)
    return read.ok ? { is: 'status', from, status: read.status } : read.why
  },
  '/usage': (from: number, text: string): DeskInput | Failure => {
    const read = readUsage(text)
    return read.ok ? { is: 'usage', from, usage: read.usage } : read.why
  },
})

/**
 * Returns the poller of the companion at `from` in the list. Each path has its own connection, so the held `/status`
 * does not keep `/usage` waiting. It starts paused.
 */
export function createPoller(
  companion: CompanionAddress,
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
    const next = nextRequest(poll, path, clock.now())
    if ('wait' in next)
      waiting.set(
        path,
        clock.after(next.wait, () => proceed(path)),
      )
    else ask(next.ask)
  }
  const ask = (asked: PollRequest) => {
    const { path, query, etag, deadline } = asked
    const began = clock.now()
    const { host, port, token } = companion
    const request = get({ host, port, token, etag, deadline, path: path + query }, (answer) => {
      running.delete(path)
      const now = clock.now()
      const { input, outcome } = hearAnswer(asked, from, answer)
      poll = afterRequest(poll, asked, outcome, now - began, now)
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
function hearAnswer({ path, etag: known }: PollRequest, from: number, answer: Answer): Heard {
  const failed = (why: Failure): Heard => {
    return { input: { is: 'failed', of: SUBJECTS[path], from, why }, outcome: { is: 'failed' } }
  }
  if (answer.is === 'failed') return failed(FAULTS[answer.why])
  const { status, etag, text } = answer
  if (status === 304 || status === 204) {
    // Unchanged since when, where nothing was known?
    if (known === undefined) return failed('bad_answer')
    return { input: { is: 'unchanged', from }, outcome: { is: 'unchanged' } }
  }
  if (status !== 200) return failed(status === 401 ? 'unauthorized' : 'refused')
  const read = READERS[path](from, text)
  return typeof read === 'string' ? failed(read) : { input: read, outcome: { is: 'changed', etag } }
}

/** What the desk is told of a request that did not end well: a body that is too long or too short is a bad answer. */
const FAULTS = Object.freeze({
  unreachable: 'unreachable',
  timeout: 'timeout',
  too_large: 'bad_answer',
  cut_short: 'bad_answer',
} as const)
