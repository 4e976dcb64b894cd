import { type NamedHost, namedHost } from '../shell/address.js'
import { ConfigError, readConfig } from '../shell/config.js'
import { homeDir } from '../shell/home.js'
import type { Context } from './command.js'

/** Returns the host that is named for the companion of an environment, as far as its settings can be read. */
export function hostNamedIn(env: Context['env']): NamedHost | undefined {
  try {
    return namedHost(env, readConfig(homeDir(env)))
  } catch (error) {
    if (error instanceof ConfigError) return namedHost(env, {})
    throw error
  }
}

/** Returns what has to be done before `--lan` opens the companion to other machines, as a sentence; '' for nothing. */
export function beforeLan(named: NamedHost | undefined): string {
  if (named === undefined) return ''
  const { where, host } = named
  const undo = where === 'host' ? `Take "host": "${host}" out of config.json` : `Unset CODEXBAR_HOST (${host})`
  return `${undo}: it wins over --lan.`
}

/** Returns why no display reaches a companion that others reach at `addresses`, none of which a display can use. */
export function whyNoDevice(addresses: readonly string[]): string {
  if (addresses.length === 0) return 'the companion listens for this machine only'
  return `a display asks over plain HTTP, and the companion is at ${addresses.join(', ')} only`
}
