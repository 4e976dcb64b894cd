import type { Session } from '@codexbar/protocol/session'
import { PROVIDERS, type Provider } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { type PerProvider, perProvider } from '../core/per-provider.js'
import type { Clock } from './clock.js'
import { homeFile } from './home.js'
import type { Log } from './log.js'
import { readIfPresent, writePrivate, writePrivateSync } from './private-file.js'
import { SessionSchema } from './session-schema.js'

/** When an agent was last heard of (Unix ms) and with which event. */
export type Heard = { at: number; event: string }

/** What is kept over a restart. */
export type State = {
  sessions: readonly Session[]
  epochs: PerProvider<number>
  heard: Partial<PerProvider<Heard>>
  /** The processes known to stand behind sessions, by session key. */
  processes: Record<string, { pid: number; start: string }>
}

/** Writes the state, some time after it was touched. */
export type StateFile = {
  touch(): void
  /** Writes what is not written yet before it returns; what it promises is that nothing is left half written. */
  close(): Promise<void>
}

const VERSION = 1
const COALESCE_MS = 100
/** A large state is written less often, so that writing never dominates: one more millisecond for each of these. */
const SESSIONS_PER_MS = 2
const LONGEST_COALESCE_MS = 5_000

const EnvelopeSchema = v.object({
  version: v.literal(VERSION),
  sessions: v.array(v.unknown()),
  epochs: v.fallback(v.record(v.string(), v.number()), {}),
  heard: v.fallback(v.record(v.string(), v.object({ at: v.number(), event: v.string() })), {}),
  processes: v.fallback(v.record(v.string(), v.object({ pid: v.number(), start: v.string() })), {}),
})

/** Returns what a home remembers. A file that is missing, cut or edited wrongly costs what it holds, never the start. */
export function readState(home: string, log: Log): State {
  const nothing: State = { sessions: [], epochs: perProvider(() => 0), heard: {}, processes: {} }
  const path = homeFile(home, 'state')
  let input: unknown
  try {
    const text = readIfPresent(path)
    if (text === undefined) return nothing
    input = JSON.parse(text)
  } catch (error) {
    const problem = (error as NodeJS.ErrnoException).code ?? 'not JSON'
    log.warn(`${path} cannot be used (${problem}); starting with no sessions`)
    return nothing
  }
  const envelope = v.safeParse(EnvelopeSchema, input)
  if (!envelope.success) {
    log.warn(`${path} cannot be used (not a state of version ${VERSION}); starting with no sessions`)
    return nothing
  }
  const { sessions, epochs, heard, processes } = envelope.output
  const whole = sessions.flatMap((session) => {
    const result = v.safeParse(SessionSchema, session)
    return result.success ? [result.output] : []
  })
  const lost = sessions.length - whole.length
  if (lost > 0) log.warn(`${path}: ${lost} of ${sessions.length} sessions cannot be read and are left out`)
  const known = Object.entries(heard).filter(([name]) => (PROVIDERS as readonly string[]).includes(name))
  return {
    sessions: whole,
    epochs: perProvider((provider) => Math.max(0, Math.floor(epochs[provider] ?? 0))),
    heard: Object.fromEntries(known) as Partial<Record<Provider, Heard>>,
    processes,
  }
}

/** Returns the writer of a home's state. `state` is asked each time it is written; sessions are values, so each is serialised once. */
export function createStateFile(deps: { home: string; clock: Clock; log: Log; state: () => State }): StateFile {
  const { clock, log } = deps
  const path = homeFile(deps.home, 'state')
  const texts = new WeakMap<Session, string>()
  let isDirty = false
  let isFailing = false
  let pause = COALESCE_MS
  let cancel: (() => void) | undefined
  let isWriting = false
  let isClosed = false
  let writing = Promise.resolve()

  function textOf(session: Session): string {
    let text = texts.get(session)
    if (text === undefined) {
      text = JSON.stringify(session)
      texts.set(session, text)
    }
    return text
  }

  function serialize(): string {
    const { sessions, ...rest } = deps.state()
    pause = Math.min(LONGEST_COALESCE_MS, COALESCE_MS + sessions.length / SESSIONS_PER_MS)
    return `{"version":${VERSION},"sessions":[${sessions.map(textOf).join()}],${JSON.stringify(rest).slice(1)}\n`
  }

  function schedule(): void {
    if (!isDirty || isWriting || isClosed || cancel !== undefined) return
    cancel = clock.setTimer(pause, () => {
      cancel = undefined
      writing = writeLater()
    })
  }

  async function writeLater(): Promise<void> {
    isDirty = false
    isWriting = true
    try {
      await writePrivate(path, serialize(), () => !isClosed)
      isFailing = false
    } catch (error) {
      fail(error)
    }
    isWriting = false
    schedule()
  }

  /** A file that cannot be written is mentioned once until it can, and tried again after the longest pause. */
  function fail(error: unknown): void {
    isDirty = true
    pause = LONGEST_COALESCE_MS
    if (!isFailing) log.warn(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}); going on without`)
    isFailing = true
  }

  function finish(): void {
    isClosed = true
    cancel?.()
    if (!isDirty && !isWriting) return
    try {
      writePrivateSync(path, serialize())
    } catch (error) {
      fail(error)
    }
  }

  return {
    touch() {
      isDirty = true
      schedule()
    },
    close() {
      if (!isClosed) finish()
      return writing
    },
  }
}
