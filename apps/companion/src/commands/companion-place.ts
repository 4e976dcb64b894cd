import { type Client, createClient } from '@codexbar/client'
import { readCurlrc } from '@codexbar/hooks'
import { chooseAddress, urlOf } from '../shell/address.js'
import { ConfigError, readConfig } from '../shell/config.js'
import { homeDir } from '../shell/home.js'
import { readToken } from '../shell/token.js'

/** Where the companion of an environment is: its files and its address. */
export type CompanionPlace = { home: string; url: string }

/** Makes a client with the token as it is now. */
export type Connect = () => Client

/**
 * Returns where the companion is: where `env` says, else where the hooks of its home report to, since a companion
 * points them at itself when it starts, else where its settings say. Throws `ConfigError`.
 */
export async function findCompanion(env: Readonly<Record<string, string | undefined>>): Promise<CompanionPlace> {
  const home = homeDir(env)
  const target = env.CODEXBAR_HOST || env.CODEXBAR_PORT ? undefined : await readCurlrc(home)
  if (target !== undefined) return { home, url: target.url }
  const { host, port } = chooseAddress(env, readConfig(home))
  if (port > 0) return { home, url: urlOf(host, port) }
  throw new ConfigError('port 0 is any free one: set CODEXBAR_PORT to the port that the companion says it listens on')
}

/** Returns a client that shows the companion the token of its own home, when there is one. */
export function connectTo({ home, url }: CompanionPlace): Client {
  return createClient({ url, token: readToken(home) })
}
