import type { CreateChannel } from './channel.js'
import { createNtfy } from './ntfy.js'

/** Every channel a push can take. A new channel is one file and one row. */
export const CHANNELS: readonly CreateChannel[] = [createNtfy]
