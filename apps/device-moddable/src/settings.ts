/** Where a companion answers, and what the device shows it to be let in. */
export type Companion = { host: string; port: number; token: string | undefined }

/** What a person told this device. `brightness` is in percent. */
export type Settings = {
  ssid: string | undefined
  password: string | undefined
  companions: readonly Companion[]
  brightness: number
}

/** Kept over restarts: the SDK's `Preference`, whose keys hold 15 characters at most. */
export type Preferences = {
  get(domain: string, key: string): unknown
  set(domain: string, key: string, value: string): void
}

/** Each setting: its name at build time, and where it is kept. */
const PLACES = Object.freeze({
  ssid: Object.freeze({ domain: 'wifi', key: 'ssid' }),
  password: Object.freeze({ domain: 'wifi', key: 'password' }),
  companion: Object.freeze({ domain: 'companion', key: 'urls' }),
  token: Object.freeze({ domain: 'companion', key: 'tokens' }),
  brightness: Object.freeze({ domain: 'display', key: 'brightness' }),
})

const DEFAULT_PORT = 4747

/**
 * Returns the settings of this device: what the build was given, else what is kept. What a build was given is kept for
 * a later build without it, and written only when it differs: flash wears.
 */
export function readSettings(config: Readonly<Record<string, unknown>>, preferences: Preferences): Settings {
  const read = (name: keyof typeof PLACES): string | undefined => {
    const { domain, key } = PLACES[name]
    const kept = textOf(preferences.get(domain, key))
    const given = textOf(config[name])
    if (given === undefined) return kept
    if (given !== kept) preferences.set(domain, key, given)
    return given
  }
  return {
    ssid: read('ssid'),
    password: read('password'),
    companions: companionsOf(read('companion'), read('token')),
    brightness: brightnessOf(read('brightness')),
  }
}

/** A list of addresses and, in the same order, of tokens. An address that cannot be read is left out with its token. */
function companionsOf(urls: string | undefined, tokens: string | undefined): Companion[] {
  const shown = tokens?.split(',') ?? []
  return (urls?.split(',') ?? []).flatMap((url, index) => {
    const [, host, port] = /^\s*(?:http:\/\/)?([a-z\d.-]+)(?::(\d{1,5}))?\/?\s*$/i.exec(url) ?? []
    if (host === undefined) return []
    return [{ host, port: port === undefined ? DEFAULT_PORT : Number(port), token: textOf(shown[index]) }]
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
