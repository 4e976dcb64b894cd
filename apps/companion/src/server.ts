import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ensureCurlrc } from '@codexbar/hooks'
import { getRequestListener } from '@hono/node-server'
import { SHARED_TOPIC } from './channels/ntfy.js'
import { type Companion, type CompanionOptions, createCompanion } from './companion.js'
import { type Address, chooseAddress, isLoopback, LOOPBACK, urlOf } from './shell/address.js'
import { systemClock } from './shell/clock.js'
import { type Config, ConfigError, checkConfig, readConfig } from './shell/config.js'
import { HomeLockedError } from './shell/lock.js'
import { createLog } from './shell/log.js'
import { createReach, type Network, type Reach, systemNetwork } from './shell/reach.js'

/** Where a companion listens, beside what it is built from. */
export type ServerOptions = CompanionOptions & {
  /** 0 takes any free port. Without one: `CODEXBAR_PORT`, then the settings, then 4747. */
  port?: number | undefined
  /** Without one: `CODEXBAR_HOST`, then the settings, then 127.0.0.1. */
  host?: string | undefined
  /** Listens for other machines of the local network too, unless a host is named. */
  lan?: boolean | undefined
  network?: Network | undefined
}

/** A companion that listens. `notices` are for the person who started it. */
export type RunningServer = {
  ok: true
  url: string
  /** A link that lets a browser in, once: another one each time it is asked for. */
  readonly link: string
  port: number
  home: string
  notices: readonly string[]
  close(): Promise<void>
}

/** Why a companion did not start. `message` says what to do about it. */
export type StartFailure = {
  ok: false
  reason: 'bad_config' | 'home_locked' | 'home_unusable' | 'port_in_use' | 'address_unusable'
  message: string
}

/** Longer than any poll, so that a display's connection lives on between two. */
const KEEP_ALIVE_MS = 65_000
const SWEEP_MS = 5
/** How long answers in flight may take when the server closes. */
const LAST_ANSWERS_MS = 1_000

/** Starts a companion on a port and points the hooks at it. What keeps it from starting is a value. */
export async function startServer(options: ServerOptions): Promise<RunningServer | StartFailure> {
  const { home, env = process.env, log = createLog(), clock = systemClock, network = systemNetwork } = options
  let companion: Companion
  let config: Config
  let address: Address
  let reach: Reach | undefined
  let bound = 0
  try {
    config = options.config === undefined ? readConfig(home) : checkConfig(options.config)
    address = chooseAddress(env, config, options)
    const { host } = address
    if (!isLoopback(host)) reach = createReach({ clock, network, host, port: () => bound })
    companion = createCompanion({ ...options, config, env, log, reach })
  } catch (error) {
    return startFailure(error, home)
  }
  const { host } = address
  const server = createServer(companion.listener(getRequestListener(companion.app.fetch, { hostname: LOOPBACK })))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const failure = await listen(server, address, home)
  server.on('error', (error: NodeJS.ErrnoException) => log.warn(`a connection was not accepted (${error.code})`))
  if (failure !== undefined) {
    await companion.close()
    return failure
  }
  bound = (server.address() as AddressInfo).port
  const url = urlOf(host, bound)
  await ensureCurlrc({ home, url }).catch((error: NodeJS.ErrnoException) => {
    log.warn(`hook.curlrc cannot be written (${error.code}): the hooks do not know where to report`)
  })
  return {
    ok: true,
    url,
    get link() {
      return url + companion.link()
    },
    port: bound,
    home,
    notices: noticesOf(config, host, reach, options.lan === true || config.listen === 'lan'),
    async close() {
      const ended = companion.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection is idle once the answer that was held on it is written, which nothing tells of.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      const cancel = clock.setTimer(LAST_ANSWERS_MS, () => server.closeAllConnections())
      await Promise.all([ended, closed])
      clearInterval(sweep)
      cancel()
    },
  }
}

function listen(server: Server, address: Address, home: string): Promise<StartFailure | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(listenFailure(error, address, home)))
    server.listen(address.port, address.host, () => resolve(undefined))
  })
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: Address, home: string): StartFailure {
  const settings = join(home, 'config.json')
  if (isOfHost(error.code)) {
    return {
      ok: false,
      reason: 'address_unusable',
      message: `cannot listen on ${host} (${error.code}): it is no address of this machine; choose another with CODEXBAR_HOST or "host" in ${settings}`,
    }
  }
  const choose = `choose another with CODEXBAR_PORT=${port + 1} or "port" in ${settings}`
  if (error.code === 'EADDRINUSE') {
    return { ok: false, reason: 'port_in_use', message: `port ${port} on ${host} is in use; ${choose}` }
  }
  return {
    ok: false,
    reason: 'address_unusable',
    message: `cannot listen on ${host}:${port} (${error.code}); ${choose}`,
  }
}

/** Whether it is the host that cannot be listened on, on whatever port: nobody knows it, or it is another machine's. */
function isOfHost(code = ''): boolean {
  return code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code.startsWith('EAI_')
}

function startFailure(error: unknown, home: string): StartFailure {
  if (error instanceof ConfigError) return { ok: false, reason: 'bad_config', message: error.message }
  if (error instanceof HomeLockedError) return { ok: false, reason: 'home_locked', message: error.message }
  const { code, syscall, message } = error as NodeJS.ErrnoException
  // What is not about a file is a mistake of ours: it must not be blamed on the home.
  if (code === undefined || syscall === undefined) throw error
  return { ok: false, reason: 'home_unusable', message: `${home} cannot be used as the companion's home: ${message}` }
}

function noticesOf(config: Config, host: string, reach: Reach | undefined, wantsLan: boolean): string[] {
  const notices: string[] = []
  const { enabled, ntfy } = config.notify
  if (enabled && ntfy.topic === SHARED_TOPIC) {
    notices.push(
      `pushes go to ${ntfy.server}/${ntfy.topic}, which anyone can read: set "notify": { "ntfy": { "topic": ... } } to one of your own`,
    )
  }
  if (reach !== undefined) {
    const urls = reach.urls().join(', ') || 'no network yet'
    notices.push(
      `listening on ${host} (${urls}) in plain HTTP: who is on that network may read along; only paired devices and browsers are answered`,
    )
  } else if (wantsLan) {
    notices.push(`"host" or CODEXBAR_HOST names ${host}: other machines do not reach this port`)
  }
  return notices
}
