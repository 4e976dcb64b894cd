import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { createLedger, type Session, type Taken } from '@codexbar/protocol/session'
import { PROVIDERS, type Provider, type Report } from '@codexbar/protocol/wire'
import type { Hono } from 'hono'
import type { Witness } from './agents/agent.js'
import { AGENTS } from './agents/index.js'
import { rulesFor } from './core/access.js'
import { nextEpoch } from './core/epoch.js'
import { createApp } from './routes/app.js'
import { attentionRoute } from './routes/attention.js'
import { healthRoute } from './routes/health.js'
import { hookRoute } from './routes/hooks.js'
import type { Env } from './routes/route.js'
import { sessionsRoute } from './routes/sessions.js'
import { shortWay } from './routes/short-way.js'
import { statusRoute } from './routes/status.js'
import { usageRoute } from './routes/usage.js'
import { createAnnouncer } from './shell/announcer.js'
import { createBoard } from './shell/board.js'
import { type Clock, systemClock } from './shell/clock.js'
import { type Config, type ConfigInput, checkConfig, readConfig } from './shell/config.js'
import { type Exec, systemExec } from './shell/exec.js'
import { openHome } from './shell/home.js'
import { createIntake } from './shell/intake.js'
import { createKeys } from './shell/keys.js'
import { createLiveness } from './shell/liveness.js'
import { lockHome } from './shell/lock.js'
import { createLog, type Log } from './shell/log.js'
import { createProcesses } from './shell/processes.js'
import { createNames } from './shell/project-names.js'
import { createStateFile, readState } from './shell/state-file.js'
import { ensureToken } from './shell/token.js'
import { createWakes } from './shell/wakes.js'

export { ConfigError } from './shell/config.js'
export { HomeLockedError } from './shell/lock.js'

/** What a companion is built from. Only `home`, the folder of its files, must be given. */
export type CompanionOptions = {
  home: string
  /** The settings, instead of those in the home. */
  config?: ConfigInput | undefined
  clock?: Clock | undefined
  fetch?: typeof globalThis.fetch | undefined
  exec?: Exec | undefined
  log?: Log | undefined
}

/** A companion. */
export type Companion = {
  app: Hono<Env>
  /** Returns what a server listens with: reports take a short way past the app's own listener. */
  listener(app: RequestListener): RequestListener
  /** Writes what is not written, ends held answers and gives the home up, all before it returns; resolves when nothing is left to do. */
  close(): Promise<void>
}

/**
 * Returns the whole companion, on no port: `app.request()` answers. Throws `ConfigError` for settings that cannot be
 * used, `HomeLockedError` when another companion serves the home, and what the file system says of a home that cannot
 * be written.
 */
export function createCompanion(options: CompanionOptions): Companion {
  const home = resolve(options.home)
  openHome(home)
  const config = options.config === undefined ? readConfig(home) : checkConfig(options.config)
  const release = lockHome(home)
  try {
    return assemble({ ...options, home }, config, release)
  } catch (error) {
    release()
    throw error
  }
}

function assemble(options: CompanionOptions, config: Config, release: () => void): Companion {
  const { home, clock = systemClock, exec = systemExec, fetch = globalThis.fetch, log = createLog() } = options
  const state = readState(home, log)
  const { epochs, heard } = state
  const processes = createProcesses(exec)
  const nameProject = createNames(config.projects)
  let isLocal = false

  const ledger = createLedger({
    idlePrompt: config.idle_prompt,
    autoReviewed: config.auto_reviewed,
    nameOf: (path) => nameProject(path, isLocal),
  })
  const board = createBoard({ clock, records: () => ledger.records(), epochs })
  const wakes = createWakes(clock, (key) => intake.tick(key))
  const liveness = createLiveness({
    clock,
    processes,
    isKnown: (key) => ledger.get(key) !== undefined,
    trusted: () => stateFile.touch(),
    dead: (key) => intake.witness(key, 'dead', clock.now()),
  })
  const stateFile = createStateFile({
    home,
    clock,
    log,
    state: () => ({ sessions: [...ledger.sessions()], epochs, heard, processes: liveness.kept() }),
  })
  const announcer = createAnnouncer({ ledger, config, clock, fetch, log })
  const witnesses = new Map<Provider, Witness>()
  for (const { provider, createWitness } of Object.values(AGENTS)) {
    const witness = createWitness?.({
      clock,
      log,
      processes,
      config,
      hasSessions: () => hasSessions(provider),
      sessionOf: (id) => ledger.get(`${provider}/${id}`),
      tell: (id, status, at) => intake.witness(`${provider}/${id}`, status, at),
    })
    if (witness !== undefined) witnesses.set(provider, witness)
  }
  const intake = createIntake({ ledger, clock, isAliveElsewhere, before, follow })

  function before(local: boolean): void {
    isLocal = local
  }

  function follow(taken: Taken, report?: Report): void {
    const { key, changes, ignored } = taken
    const provider = key.slice(0, key.indexOf('/')) as Provider
    const session = ledger.get(key)
    if (session === undefined || taken.wakeAt !== undefined) wakes.set(key, taken.wakeAt)
    const isAnnounced = changes.length > 0 && announce(provider, session, changes)
    if (report !== undefined) note(provider, key, session, report)
    if (taken.shownChanged || isAnnounced) board.mark(provider)
    if (!ignored) stateFile.touch()
  }

  /** Counts the epoch on and rings for the asks that were announced. Answers whether there were any. */
  function announce(provider: Provider, session: Session | undefined, changes: Taken['changes']): boolean {
    const announced = changes.filter((change) => change.type === 'ask-announced').length
    for (let count = 0; count < announced; count += 1) epochs[provider] = nextEpoch(epochs[provider], clock.now())
    if (session !== undefined && announced > 0) announcer.ring(session, changes)
    return announced > 0
  }

  function note(provider: Provider, key: string, session: Session | undefined, report: Report): void {
    heard[provider] = { at: clock.now(), event: report.event }
    if (session === undefined) return
    if (report.pid !== undefined && session.host === undefined) liveness.saw(key, report.pid)
    witnesses.get(provider)?.wake()
  }

  function isAliveElsewhere(other: Session, { pid }: Report): boolean {
    const isSeen = witnesses.get(other.provider)?.isAliveElsewhere(other.id, pid) ?? false
    return isSeen || liveness.isAliveElsewhere(other, pid)
  }

  function hasSessions(provider: Provider): boolean {
    for (const session of ledger.sessions()) if (session.provider === provider) return true
    return false
  }

  function restore(): void {
    ledger.restore(state.sessions, clock.now())
    for (const { provider, id } of state.sessions) intake.tick(`${provider}/${id}`)
    liveness.restore(state.processes)
    for (const provider of PROVIDERS) if (hasSessions(provider)) witnesses.get(provider)?.wake()
  }

  restore()
  // What is shown from the start is stamped with the start, however late someone asks.
  board.read()
  const keys = createKeys({ home, clock, adminToken: ensureToken(home) })
  const rules = rulesFor(config, keys.rightsOf)
  const intakes = [
    attentionRoute(intake),
    ...Object.entries(AGENTS).map(([name, agent]) => hookRoute(name, agent, intake)),
  ]
  const routes = [
    statusRoute(board, clock),
    usageRoute(board),
    healthRoute(clock, heard),
    sessionsRoute(clock, () => ledger.records()),
  ]

  return {
    app: createApp({ rules, keys, log, intakes, routes }),
    listener: (app) => shortWay(intakes, rules, log, app),
    async close() {
      for (const part of [board, wakes, liveness, announcer, ...witnesses.values()]) part.close()
      const written = stateFile.close()
      release()
      await written
    },
  }
}
