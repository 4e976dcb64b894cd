import { type Config, ConfigError } from './config.js'
import type { Environment } from './environment.js'

/** Where a companion listens; port 0 is any free one. */
export type Address = { host: string; port: number }

/** A host that somebody named, and where. */
export type NamedHost = { host: string; where: 'CODEXBAR_HOST' | 'host' }

export const DEFAULT_PORT = 4747
export const LOOPBACK = '127.0.0.1'

const ANY = '0.0.0.0'

/** Addresses that mean every interface: the loopback is one of them. */
export const EVERY: ReadonlySet<string> = new Set([ANY, '::'])

/**
 * Returns where a companion listens: as `asked`, else as `CODEXBAR_HOST` and `CODEXBAR_PORT` say, else as the settings
 * say, else 127.0.0.1:4747. The local network, where it is asked for, gives way to a host that is named. Throws
 * `ConfigError` for what is no address.
 */
export function chooseAddress(
  env: Environment,
  config: Partial<Pick<Config, 'host' | 'port' | 'listen'>>,
  asked: { host?: string | undefined; port?: number | undefined; lan?: boolean | undefined } = {},
): Address {
  const open = asked.lan === true || config.listen === 'lan'
  const named = namedHost(env, config)
  const host = asked.host ?? named?.host ?? (open ? ANY : LOOPBACK)
  if (!isHost(host)) {
    const where = asked.host === undefined ? named?.where : 'host'
    throw new ConfigError(`${where}: expected the name or the address of a machine, found "${host}"`)
  }
  return { host, port: asked.port ?? portIn(env) ?? config.port ?? DEFAULT_PORT }
}

/** Returns the host that the environment, else the settings name: it counts before the local network. */
export function namedHost(env: Environment, { host }: Partial<Pick<Config, 'host'>>): NamedHost | undefined {
  if (env.CODEXBAR_HOST) return { host: env.CODEXBAR_HOST, where: 'CODEXBAR_HOST' }
  return host ? { host, where: 'host' } : undefined
}

/** Whether only this machine reaches what listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** Returns the port that `CODEXBAR_PORT` names, `undefined` when it is not set. Throws `ConfigError`. */
export function portIn(env: Environment): number | undefined {
  const text = env.CODEXBAR_PORT
  if (text === undefined || text === '') return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new ConfigError(`CODEXBAR_PORT: expected a port from 0 to 65535, found "${text}"`)
}

/** Returns the URL that programs on this machine reach a companion at that listens on `host` and `port`. */
export function urlOf(host: string, port: number): string {
  const reached = EVERY.has(host) ? LOOPBACK : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

function isHost(text: string): boolean {
  return /^[^\s/?#@\\[\]]+$/.test(text) && URL.canParse(urlOf(text, DEFAULT_PORT))
}
