import { type Client, createClient } from '@codexbar/client'
import { readCurlrc } from '@codexbar/hooks'
import { readConfig } from '../shell/config.js'
import { homeDir } from '../shell/home.js'
import { readToken } from '../shell/token.js'

/** Where the companion of an environment is: its files and its address. */
export type CompanionPlace = { home: string; url: string }

/** Makes a client with the token as it is now. */
export type Connect = () => Client

const PORT = 4747
const LOOPBACK = '127.0.0.1'

/** Where a companion listens when nobody says otherwise. */
export const DEFAULT_URL = `http://${LOOPBACK}:${PORT}`

/** Addresses that mean every interface: the loopback is one of them. */
const EVERY = new Set(['0.0.0.0', '::'])

/**
 * Returns where the companion is: where `env` says, else where the hooks of its home report to, since a companion
 * points them at itself when it starts, else where its settings say. Throws `ConfigError`.
 */
export async function findCompanion(env: Readonly<Record<string, string | undefined>>): Promise<CompanionPlace> {
  const home = homeDir(env)
  const { CODEXBAR_HOST, CODEXBAR_PORT } = env
  const target = CODEXBAR_HOST || CODEXBAR_PORT ? undefined : await readCurlrc(home)
  if (target !== undefined) return { home, url: target.url }
  const config = readConfig(home)
  const host = CODEXBAR_HOST || config.host || LOOPBACK
  const reached = EVERY.has(host) ? LOOPBACK : host
  const name = reached.includes(':') ? `[${reached}]` : reached
  return { home, url: `http://${name}:${CODEXBAR_PORT || (config.port ?? PORT)}` }
}

/** Returns a client that shows the companion the token of its own home, when there is one. */
export function connectTo({ home, url }: CompanionPlace): Client {
  return createClient({ url, token: readToken(home) })
}
