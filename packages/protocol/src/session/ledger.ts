import type { Refusal } from '../wire/error.js'
import { projectName } from '../wire/project.js'
import { type Provider, providerNamed } from '../wire/provider.js'
import type { SessionRecord } from '../wire/record.js'
import type { Report } from '../wire/report.js'
import type { Change } from './change.js'
import { isKnownEvent, type Policy, signalOf } from './event.js'
import { hash } from './fingerprint.js'
import { folderOf } from './folder.js'
import { present } from './present.js'
import { type Reduced, reduce } from './reduce.js'
import { restoreSession } from './restore.js'
import { createSession, type Session } from './session.js'
import type { Ms, Signal, WitnessedStatus } from './signal.js'
import { OVERTAKE } from './timing.js'
import { createTombstones } from './tombstone.js'

/** What an input did to the session of `key`. */
export type Taken = {
  key: string
  /** The event means nothing here. */
  ignored: boolean
  changes: readonly Change[]
  /** When `tick` has something to do (Unix ms). */
  wakeAt?: Ms | undefined
  /** What others see of the session differs: its state, its reason, its asks, or whether it is there. */
  shownChanged: boolean
}

/** Every session that is known. */
export type Ledger = ReturnType<typeof createLedger>

/** What a ledger can be told about its surroundings. */
export type LedgerOptions = {
  idlePrompt?: Policy['idlePrompt'] | undefined
  autoReviewed?: readonly Provider[] | undefined
  /** Names the project at a path; the path's last segment unless told otherwise. */
  nameOf?: ((path: string) => string) | undefined
  /** How many sessions are kept at most; past it the one longest unheard of goes. */
  limit?: number | undefined
}

const LIMIT = 20_000

/**
 * Returns an empty ledger: it finds the session an input belongs to, reduces it and keeps the result. No clock, no
 * I/O: `now` is Unix ms and comes with each input.
 */
export function createLedger(options: LedgerOptions = {}) {
  const { nameOf = projectName, limit = LIMIT } = options
  const policy: Policy = {
    idlePrompt: options.idlePrompt ?? 'soft',
    autoReviewed: new Set(options.autoReviewed),
  }
  const sessions = new Map<string, Session>()
  const folders = new Map<string, Set<string>>()
  const tombstones = createTombstones()

  function put(key: string, session: Session): void {
    const isNew = !sessions.has(key)
    sessions.set(key, session)
    if (!isNew) return
    const folder = `${session.provider}\n${session.path}`
    const keys = folders.get(folder)
    if (keys === undefined) folders.set(folder, new Set([key]))
    else keys.add(key)
    if (sessions.size > limit) evict(key)
  }

  function remove(key: string): void {
    const session = sessions.get(key)
    if (session === undefined) return
    sessions.delete(key)
    const folder = `${session.provider}\n${session.path}`
    const keys = folders.get(folder)
    keys?.delete(key)
    if (keys?.size === 0) folders.delete(folder)
  }

  /** Sessions stand in the order they were first seen: the first that is not on display goes, else the first. */
  function evict(except: string): void {
    let oldest: string | undefined
    for (const [key, session] of sessions) {
      if (key === except) continue
      oldest ??= key
      if (session.shown !== undefined) continue
      oldest = key
      break
    }
    if (oldest !== undefined) remove(oldest)
  }

  function introduce(provider: Provider, id: string, folder: string, now: Ms): Session {
    const path = folderOf(folder)
    return createSession({ provider, id, path, project: nameOf(path) }, now)
  }

  function keep(key: string, before: Session | undefined, { session, changes, wakeAt }: Reduced): Taken {
    const isKnown = before !== undefined
    const isWorthKeeping =
      session !== undefined && (isKnown || session.base.state !== 'unknown' || session.asks.length > 0)
    if (session !== undefined && isWorthKeeping) put(key, session)
    else remove(key)
    const shownChanged = isWorthKeeping ? !isKnown || looksDifferent(before, session) : isKnown
    return {
      key,
      ignored: false,
      changes: isWorthKeeping || isKnown ? changes : [],
      wakeAt: isWorthKeeping ? wakeAt : undefined,
      shownChanged,
    }
  }

  function apply(key: string, signal: Signal, now: Ms): Taken {
    const session = sessions.get(key)
    if (session === undefined) return nothing(key)
    return keep(key, session, reduce(session, signal, now))
  }

  /** A session that starts takes the place of others in its folder that neither wait nor are known to live. */
  function supersede(key: string, isAliveElsewhere: (other: Session) => boolean, now: Ms): Change[] {
    const started = sessions.get(key)
    const keys = started === undefined ? undefined : folders.get(`${started.provider}\n${started.path}`)
    const changes: Change[] = []
    for (const other of keys ?? []) {
      const session = sessions.get(other)
      if (other === key || session === undefined || session.asks.some((ask) => ask.drives)) continue
      if (!isAliveElsewhere(session)) changes.push(...apply(other, { agent: '', is: 'ended' }, now).changes)
    }
    return changes
  }

  function read(report: Report, now: Ms, isAliveElsewhere: (other: Session) => boolean): Taken | Refusal {
    const provider = providerNamed(report.provider)
    if (provider === undefined) return { error: 'unknown_provider', message: 'provider must be Claude or Codex' }
    const folder = report.project_dir || report.cwd
    const id = report.session_id || (folder ? `cwd-${hash(folderOf(folder))}` : undefined)
    if (id === undefined) return { error: 'no_identity', message: 'session_id or cwd is required' }
    const key = `${provider}/${id}`
    const known = sessions.get(key)
    const signal = signalOf(report, provider, policy)
    if (known === undefined && signal !== undefined && tombstones.covers(key, signal, now)) return nothing(key)
    if (known === undefined && report.cwd === undefined && report.project_dir === undefined) {
      return { error: 'no_identity', message: 'cwd is required for a session that is not known yet' }
    }
    if (signal === undefined) return { ...nothing(key), ignored: !isKnownEvent(report.event) }
    const told = tell(known ?? introduce(provider, id, folder ?? '', now), report)
    const isOfLifeBefore = signal.is === 'ended' && now - (known?.restartedAt ?? -Infinity) < OVERTAKE
    if (isOfLifeBefore) return nothing(key)
    const taken = keep(key, known, reduce(told, signal, now))
    if (signal.is === 'ended') tombstones.set(key, known !== undefined, now)
    if (signal.is !== 'started') return taken
    const superseded = supersede(key, isAliveElsewhere, now)
    if (superseded.length === 0) return taken
    return { ...taken, changes: [...taken.changes, ...superseded], shownChanged: true }
  }

  return {
    /**
     * Takes one report. Refuses one whose provider is unknown or that names no session; everything else is taken, and
     * `ignored` when its event means nothing. `isAliveElsewhere` says of another session in the folder of one that
     * starts whether its own process is known to live.
     */
    take: (report: Report, now: Ms, isAliveElsewhere: (other: Session) => boolean = () => false): Taken | Refusal =>
      read(report, now, isAliveElsewhere),
    /** Takes what a witness saw of a session: `status` since `at`, by the witness's stamp. */
    witness: (key: string, status: WitnessedStatus, at: Ms, now: Ms): Taken =>
      apply(key, { agent: '', is: 'witnessed', status, at }, now),
    /** Lets time pass for one session. */
    tick: (key: string, now: Ms): Taken => apply(key, { agent: '', is: 'tick' }, now),
    get: (key: string): Session | undefined => sessions.get(key),
    sessions: (): Iterable<Session> => sessions.values(),
    *records(): Iterable<SessionRecord> {
      for (const session of sessions.values()) yield present(session)
    },
    /** Puts back sessions that were kept over a restart: what ran is unknown until someone speaks, asks stand. */
    restore(kept: readonly Session[], now: Ms): void {
      for (const session of kept) put(`${session.provider}/${session.id}`, restoreSession(session, now))
    },
  }
}

function nothing(key: string): Taken {
  return { key, ignored: false, changes: [], shownChanged: false }
}

/** Notes what a report says of its session beside the event. */
function tell(session: Session, { headless, attended, pid, pane, host }: Report): Session {
  const isHeadless = headless ?? (attended === undefined ? session.headless : !attended)
  const isTold =
    isHeadless === session.headless && (pid ?? session.pid) === session.pid && (pane ?? session.pane) === session.pane
  if (isTold && (host ?? session.host) === session.host) return session
  return {
    ...session,
    headless: isHeadless,
    pid: pid ?? session.pid,
    pane: pane ?? session.pane,
    host: host ?? session.host,
  }
}

function looksDifferent(before: Session, after: Session): boolean {
  if (before.shown !== after.shown || before.headless !== after.headless) return true
  if (before.asks.length !== after.asks.length) return true
  return before.asks.some((ask, index) => ask.id !== after.asks[index]?.id || ask.kind !== after.asks[index]?.kind)
}
