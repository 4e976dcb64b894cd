import * as v from 'valibot'
import { freeze } from './freeze.js'

/**
 * The agents codexbar knows, by the names they carry on the wire. A new agent is a name here, rows in the tables of the
 * session that the compiler then asks for, and a folder in each of the apps that deal with agents.
 */
export const PROVIDERS = freeze(['Claude', 'Codex'])

/** A coding agent: the first half of a session's key. */
export type Provider = (typeof PROVIDERS)[number]

/** A provider's name exactly as the wire spells it. */
export const ProviderSchema = v.picklist(PROVIDERS)

/** Returns the provider a reporter meant, whatever the case, or `undefined` for a name nobody knows. */
export function providerNamed(name: string): Provider | undefined {
  const wanted = name.toLowerCase()
  return PROVIDERS.find((provider) => provider.toLowerCase() === wanted)
}
