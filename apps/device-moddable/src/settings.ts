import { type Address, readAddress } from './companion-address.js'

/** Where a companion answers, and what the device shows it to be let in. */
export type CompanionAddress = Address & { token: string | undefined }

/** What a person told this device. `brightness` is in percent. */
export type Settings = {
  ssid: string | undefined
  password: string | undefined
  companions: readonly CompanionAddress[]
  brightness: number
}

/** Kept over restarts: the SDK's `Preference`, whose keys hold 15 characters at most. */
export type Preferences = {
  get(domain: string, key: string): unknown
  set(domain: string, key: string, value: string): void
  delete(domain: string, key: string): void
}

/** Where a setting is kept. A secret names what it opens: shown to anything else it would be given away. */
type Place = { domain: string; key: string; opens?: 'ssid' | 'companion' }

/** Each setting by its name at build time. */
const PLACES = Object.freeze({
  ssid: Object.freeze({ domain: 'wifi', key: 'ssid' }),
  password: Object.freeze({ domain: 'wifi', key: 'password', opens: 'ssid' }),
  companion: Object.freeze({ domain: 'companion', key: 'urls' }),
  token: Object.freeze({ domain: 'companion', key: 'tokens', opens: 'companion' }),
  brightness: Object.freeze({ domain: 'display', key: 'brightness' }),
} as const satisfies Record<string, Place>)

type Name = keyof typeof PLACES

/**
 * Returns the settings of this device: what the build was given, else what is kept. A build that names a network or
 * companions takes only its own password or tokens, even for the same ones; a build with nothing but a new password or
 * tokens has them for what is kept. What counts is kept for a later build, and written only when it differs: flash wears.
 */
export function readSettings(config: Readonly<Record<string, unknown>>, preferences: Preferences): Settings {
  const given = (name: Name) => textOf(config[name])
  const settle = (name: Name): string | undefined => {
    const { domain, key, opens }: Place = PLACES[name]
    const kept = textOf(preferences.get(domain, key))
    const opensAnother = opens !== undefined && given(opens) !== undefined
    const value = given(name) ?? (opensAnother ? undefined : kept)
    if (value === undefined && kept !== undefined) preferences.delete(domain, key)
    else if (value !== undefined && value !== kept) preferences.set(domain, key, value)
    return value
  }
  return {
    ssid: settle('ssid'),
    password: settle('password'),
    companions: companionsOf(settle('companion'), settle('token')),
    brightness: brightnessOf(settle('brightness')),
  }
}

/** A list of addresses and, in the same order, of tokens. An address that cannot be read is left out with its token. */
function companionsOf(urls: string | undefined, tokens: string | undefined): CompanionAddress[] {
  const shown = tokens?.split(',') ?? []
  return (urls?.split(',') ?? []).flatMap((url, index) => {
    const address = readAddress(url)
    return address === undefined ? [] : [{ ...address, token: textOf(shown[index]) }]
  })
}

function brightnessOf(text: string | undefined): number {
  const percent = text === undefined ? Number.NaN : Number(text)
  return percent >= 0 && percent <= 100 ? Math.round(percent) : 100
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}
