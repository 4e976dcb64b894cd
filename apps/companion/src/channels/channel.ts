import type { Push } from '../core/notify.js'
import type { Config } from '../shell/config.js'
import type { Environment } from '../shell/environment.js'

/** What came of a delivery; `problem` is a word for the log, without a secret in it. */
export type Delivery = { ok: true } | { ok: false; problem: string }

/** A way to a person. It may take as long as it likes: whoever calls it gives up through `signal`. */
export type Channel = {
  name: string
  send(push: Push, signal: AbortSignal): Promise<Delivery>
}

/** Makes a channel from the settings, `undefined` when they do not ask for it. */
export type CreateChannel = (config: Config, fetch: typeof globalThis.fetch, env: Environment) => Channel | undefined
