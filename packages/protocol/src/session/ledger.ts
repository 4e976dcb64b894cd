import type { Refusal } from '../wire/error.js'
import { projectName } from '../wire/project.js'
import { PROVIDERS, type Provider, providerNamed } from '../wire/provider.js'
import type { SessionRecord } from '../wire/record.js'
import type { Report } from '../wire/report.js'
import type { Change } from './change.js'
import { isKnownEvent, type Policy, signalOf } from './event.js'
import { hash } from './fingerprint.js'
import { folderOf } from './folder.js'
import { present } from './present.js'
import { type Reduced, reduce } from './reduce.js'
import { restoreSession } from './restore.js'
import { changed, createSession, keyOf, type Session } from './session.js'
import { createShelf } from './shelf.js'
import type { Ms, Signal, WitnessedStatus } from './signal.js'
import { backgroundOf } from './sub-agent.js'
import { mayHaveOvertaken } from './timing.js'
import { createTombstones } from './tombstone.js'

/** What an input did to the session of `key`. */
export type Taken = {
  key: string
  provider: Provider
  /** The event means nothing here. */
  ignored: boolean
  changes: readonly Change[]
  /** When `tick` has something to do (Unix ms). */
  wakeAt?: Ms | undefined
  /** What others see of the session differs: its state, its reason, its asks, its background, or whether it is there. */
  shownChanged: boolean
  /** The keys of the sessions whose place it took. */
  superseded?: readonly string[]
}

/** What a ledger can be told about how to read signals and how much to keep. */
export type LedgerOptions = {
  idlePrompt?: Policy['idlePrompt'] | undefined
  autoReviewed?: readonly Provider[] | undefined
  /** How many sessions are kept at most. */
  limit?: number | undefined
}

/** What is known around a report beside it. */
export type Surroundings = {
  /** Whether the own process of another session in the folder of one that starts is known to live. */
  isAliveElsewhere?: ((other: Session) => boolean) | undefined
  /** Names the project at a path, for a session that is new; the path's last segment unless told otherwise. */
  nameOf?: ((path: string) => string) | undefined
}

/** Every session that is known. `now` is Unix ms. */
export type Ledger = {
  /**
   * Takes one report. Refuses one whose provider is unknown or that names no session; everything else is taken, and
   * `ignored` when its event means nothing.
   */
  take(report: Report, now: Ms, surroundings?: Surroundings): Taken | Refusal
  /** Takes what a witness saw of a session on record: `status` since `at`, by the witness's stamp. */
  witness(key: string, status: WitnessedStatus, at: Ms, now: Ms): Taken | undefined
  /** Lets time pass for one session on record. */
  tick(key: string, now: Ms): Taken | undefined
  get(key: string): Session | undefined
  /** Whether any session of a provider is on record. */
  has(provider: Provider): boolean
  sessions(): Iterable<Session>
  records(): Iterable<SessionRecord>
  /** Puts back sessions that were kept over a restart: what ran is unknown until someone speaks, asks stand. */
  restore(kept: readonly Session[], now: Ms): void
}

const LIMIT = 20_000

type Who = { provider: Provider; id: string; folder: string | undefined }

/**
 * Returns an empty ledger: it finds the session an input belongs to, reduces it and keeps the result. No clock and no
 * I/O of its own.
 */
export function createLedger(options: LedgerOptions = {}): Ledger {
  const policy: Policy = {
    idlePrompt: options.idlePrompt ?? 'soft',
    autoReviewed: new Set(options.autoReviewed),
  }
  const shelf = createShelf(options.limit ?? LIMIT)
  const tombstones = createTombstones()

  /** Keeps what became of a session; one of which nothing is known yet is not worth keeping. */
  function keep(who: Session, known: Session | undefined, { session, changes, wakeAt }: Reduced): Taken {
    if (session === undefined) {
      shelf.remove(keyOf(who))
      return known === undefined ? takenOf(who) : takenOf(who, changes, true)
    }
    if (known === undefined && session.base.state === 'unknown' && session.asks.length === 0) return takenOf(who)
    shelf.put(session)
    return takenOf(who, changes, known === undefined || looksDifferent(known, session), wakeAt)
  }

  function apply(key: string, signal: Signal, now: Ms): Taken | undefined {
    const session = shelf.get(key)
    return session === undefined ? undefined : keep(session, session, reduce(session, signal, now))
  }

  /** A session that starts takes the place of others in its folder that neither wait nor are known to live. */
  function supersede(started: Session, { isAliveElsewhere }: Surroundings, now: Ms): readonly Taken[] {
    return shelf.together(started).flatMap((key) => {
      const other = shelf.get(key)
      if (other === undefined || key === keyOf(started) || other.asks.some((ask) => ask.drives)) return []
      if (isAliveElsewhere?.(other) === true) return []
      return apply(key, { agent: '', is: 'ended' }, now) ?? []
    })
  }

  function deliver(who: Who, report: Report, now: Ms, surroundings: Surroundings): Taken | Refusal {
    const key = keyOf(who)
    const known = shelf.get(key)
    const signal = signalOf(report, who.provider, policy)
    if (known === undefined && signal !== undefined && tombstones.covers(key, signal, now)) return takenOf(who)
    if (known === undefined && who.folder === undefined) {
      return { error: 'no_identity', message: 'cwd is required for a session that is not known yet' }
    }
    if (signal === undefined) return { ...takenOf(who), ignored: !isKnownEvent(report.event) }
    const isOfLifeBefore = signal.is === 'ended' && mayHaveOvertaken(known?.restartedAt ?? -Infinity, now)
    if (isOfLifeBefore) return takenOf(who)
    const session = tell(known ?? introduce(who, surroundings, now), report)
    const taken = keep(session, known, reduce(session, signal, now))
    if (signal.is === 'ended') tombstones.set(key, known !== undefined, now)
    if (signal.is !== 'started') return taken
    const superseded = supersede(session, surroundings, now)
    if (superseded.length === 0) return taken
    return {
      ...taken,
      changes: [...taken.changes, ...superseded.flatMap(({ changes }) => changes)],
      shownChanged: true,
      superseded: superseded.map((other) => other.key),
    }
  }

  return {
    take(report, now, surroundings = {}) {
      const who = identify(report)
      return 'error' in who ? who : deliver(who, report, now, surroundings)
    },
    witness: (key, status, at, now) => apply(key, { agent: '', is: 'witnessed', status, at }, now),
    tick: (key, now) => apply(key, { agent: '', is: 'tick' }, now),
    get: (key) => shelf.get(key),
    has: (provider) => shelf.count(provider) > 0,
    sessions: () => shelf.values(),
    *records() {
      for (const session of shelf.values()) yield present(session)
    },
    restore(kept, now) {
      for (const session of kept) shelf.put(restoreSession(session, now))
    },
  }
}

/** Whose event it is: the session that it names, else the one that its folder stands for. */
function identify(report: Report): Who | Refusal {
  const provider = providerNamed(report.provider)
  if (provider === undefined) {
    return { error: 'unknown_provider', message: `provider must be ${PROVIDERS.join(' or ')}` }
  }
  const folder = report.project_dir || report.cwd
  const id = report.session_id || (folder ? `cwd-${hash(folderOf(folder))}` : undefined)
  if (id === undefined) return { error: 'no_identity', message: 'session_id or cwd is required' }
  return { provider, id, folder }
}

function introduce({ provider, id, folder = '' }: Who, { nameOf = projectName }: Surroundings, now: Ms): Session {
  const path = folderOf(folder)
  return createSession({ provider, id, path, project: nameOf(path) }, now)
}

function takenOf(
  who: Pick<Session, 'provider' | 'id'>,
  changes: readonly Change[] = [],
  shownChanged = false,
  wakeAt?: Ms | undefined,
): Taken {
  return { key: keyOf(who), provider: who.provider, ignored: false, changes, wakeAt, shownChanged }
}

/** Notes what a report says of its session beside the event. */
function tell(session: Session, { headless, attended, pid, pane, host }: Report): Session {
  const isHeadless = headless ?? (attended === undefined ? session.headless : !attended)
  const isTold =
    isHeadless === session.headless && (pid ?? session.pid) === session.pid && (pane ?? session.pane) === session.pane
  if (isTold && (host ?? session.host) === session.host) return session
  return changed(session, {
    headless: isHeadless,
    pid: pid ?? session.pid,
    pane: pane ?? session.pane,
    host: host ?? session.host,
  })
}

function looksDifferent(before: Session, after: Session): boolean {
  if (before.shown !== after.shown || before.headless !== after.headless) return true
  if (before.asks.length !== after.asks.length || runsOtherwise(before, after)) return true
  return before.asks.some((ask, index) => ask.id !== after.asks[index]?.id || ask.kind !== after.asks[index]?.kind)
}

/** Whether another number of background tasks runs. They are counted only where they are other ones. */
function runsOtherwise(before: Session, after: Session): boolean {
  const isSame = before.agents === after.agents && before.otherTasks === after.otherTasks
  return !isSame && backgroundOf(before) !== backgroundOf(after)
}
