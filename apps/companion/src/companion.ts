import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { createLedger, keyOf } from '@codexbar/protocol/session'
import { PROVIDERS } from '@codexbar/protocol/wire'
import type { Hono } from 'hono'
import { AGENTS } from './agents/index.js'
import { rulesFor } from './core/access.js'
import type { Zone } from './core/night.js'
import { addressesRoute } from './routes/addresses.js'
import { createApp } from './routes/app.js'
import { attentionRoute } from './routes/attention.js'
import { enterRoute } from './routes/enter.js'
import { eventsRoute } from './routes/events.js'
import { healthRoute } from './routes/health.js'
import { hookRoute } from './routes/hooks.js'
import { linksRoute } from './routes/links.js'
import { quotaRoute } from './routes/quota.js'
import type { Env } from './routes/route.js'
import { sessionsRoute } from './routes/sessions.js'
import { shortWay } from './routes/short-way.js'
import { statusRoute } from './routes/status.js'
import { tokenRoutes } from './routes/tokens.js'
import { usageRoute } from './routes/usage.js'
import { webRoute } from './routes/web.js'
import { createAftermath } from './shell/aftermath.js'
import { createAnnouncer } from './shell/announcer.js'
import { createBoard } from './shell/board.js'
import { type Clock, systemClock } from './shell/clock.js'
import { type Config, type ConfigInput, checkConfig, readConfig } from './shell/config.js'
import type { Environment } from './shell/environment.js'
import { type Exec, systemExec } from './shell/exec.js'
import { openHome } from './shell/home.js'
import { createIntake } from './shell/intake.js'
import { createKeys } from './shell/keys.js'
import { createLinks } from './shell/links.js'
import { createLiveness } from './shell/liveness.js'
import { lockHome } from './shell/lock.js'
import { createLog, type Log } from './shell/log.js'
import { createNightfall, systemZone } from './shell/nightfall.js'
import { createProcesses } from './shell/processes.js'
import { createNames } from './shell/project-names.js'
import { createQuota } from './shell/quota.js'
import { systemRandom } from './shell/random.js'
import { NO_REACH, type Reach } from './shell/reach.js'
import { type Spawn, systemSpawn } from './shell/spawn.js'
import { createStateFile, readState } from './shell/state-file.js'
import { createStreams } from './shell/streams.js'
import { cookieNameOf, createToken, ensureToken } from './shell/token.js'
import { createTokens } from './shell/tokens.js'
import { createWakes } from './shell/wakes.js'
import { readWebFiles } from './shell/web-files.js'
import { createWitnesses } from './shell/witnesses.js'

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
  spawn?: Spawn | undefined
  /** Returns a number from 0 to 1, another each time. */
  random?: (() => number) | undefined
  log?: Log | undefined
  /** The variables that name folders and hold secrets. Without them: those of this process. */
  env?: Environment | undefined
  /** The folder of the built web page. Without it there is none. */
  web?: string | URL | undefined
  /** How others reach it. Without it: not at all. */
  reach?: Reach | undefined
  /** The local time of this machine. */
  zone?: Zone | undefined
}

/** A companion. */
export type Companion = {
  app: Hono<Env>
  /** Returns what a server listens with: reports take a short way past the app's own listener. */
  listener(app: RequestListener): RequestListener
  /** Returns the path of a new one-time link that lets a browser in. */
  link(): string
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
  const { env = process.env, reach = NO_REACH, zone = systemZone } = options
  const { spawn = systemSpawn, random = systemRandom } = options
  const state = readState(home, log)
  const { epochs, heard } = state
  const processes = createProcesses(exec)

  const ledger = createLedger({ idlePrompt: config.idle_prompt, autoReviewed: config.auto_reviewed })
  const nightfall = createNightfall(config.night, zone)
  const board = createBoard({ clock, records: () => ledger.records(), epochs, nightfall })
  const streams = createStreams({ clock, board, boot: createToken().replace(/\W/g, '').slice(0, 8) })
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
  const announcer = createAnnouncer({ ledger, config, clock, fetch, log, env })
  const witnesses = createWitnesses({
    ledger,
    clock,
    log,
    processes,
    config,
    env,
    tell: (key, status, at) => intake.witness(key, status, at),
  })
  const quota = createQuota({
    ...{ home, clock, log, env, config, fetch, exec, spawn, random },
    changed: () => streams.usageChanged(),
  })
  const intake = createIntake({
    ledger,
    clock,
    nameProject: createNames(config.projects),
    isAliveElsewhere: (other, pid) => witnesses.isAliveElsewhere(other, pid) || liveness.isAliveElsewhere(other, pid),
    follow: createAftermath({
      clock,
      ledger,
      wakes,
      announcer,
      board,
      liveness,
      witnesses,
      stateFile,
      streams,
      quota,
      epochs,
      heard,
    }),
  })

  ledger.restore(state.sessions, clock.now())
  for (const session of state.sessions) intake.tick(keyOf(session))
  liveness.restore(state.processes)
  for (const provider of PROVIDERS) if (ledger.has(provider)) witnesses.wake(provider)
  // What is shown from the start is stamped with the start, however late someone asks.
  board.read()

  const adminToken = ensureToken(home)
  const tokens = createTokens({ home, clock, log })
  const links = createLinks(clock)
  const keys = createKeys({ home, clock, adminToken, tokens })
  const { isOwnName } = reach
  const rules = rulesFor(config, { cookie: cookieNameOf(adminToken), bearerOf: keys.bearerOf, isOwnName })
  const intakes = [
    attentionRoute(intake),
    ...Object.entries(AGENTS).map(([name, agent]) => hookRoute(name, agent, intake, quota)),
  ]
  quota.start()
  const routes = [
    statusRoute(board, clock),
    usageRoute(board, quota),
    quotaRoute(quota),
    healthRoute(clock, heard),
    sessionsRoute(clock, () => ledger.records()),
    eventsRoute(streams),
    ...tokenRoutes(tokens),
    linksRoute(links),
    addressesRoute(config.base_url, reach.urls),
    enterRoute({ links, tokens, rules, baseUrl: config.base_url }),
    webRoute(readWebFiles(options.web)),
  ]

  return {
    app: createApp({ rules, keys, log, intakes, routes }),
    listener: (app) => shortWay(intakes, rules, log, app),
    link: () => links.make().path,
    async close() {
      for (const part of [streams, board, wakes, liveness, announcer, witnesses, tokens]) part.close()
      const quotaClosed = quota.close()
      const written = stateFile.close()
      release()
      await Promise.all([quotaClosed, written])
    },
  }
}
