import type { Severity } from '@codexbar/protocol/wire'
import ky, { HTTPError } from 'ky'
import type { Channel, CreateChannel, Delivery } from './channel.js'

/** The topic of a new installation. Anyone can read it. */
export const SHARED_TOPIC = 'claudeCodeWaitingOnYou'

/** ntfy's scale of 1 to 5; from 4 on a phone makes itself heard. */
const PRIORITIES: Record<Severity, number> = { low: 2, normal: 3, high: 4, urgent: 5 }

/** ntfy draws tags that it knows as emoji. */
const TAGS: Record<Severity, readonly string[]> = {
  low: ['speech_balloon'],
  normal: ['speech_balloon'],
  high: ['bell'],
  urgent: ['warning'],
}

/** Publishes to an ntfy topic. Read anew for each push: a token in the environment never stays with us. */
export const createNtfy: CreateChannel = ({ notify }, fetch, env): Channel | undefined => {
  if (!notify.enabled) return undefined
  const { server, topic, token_env } = notify.ntfy
  return {
    name: 'ntfy',
    async send({ title, message, severity }, signal) {
      const token = token_env === undefined ? undefined : env[token_env]
      try {
        const response = await ky.post(server, {
          json: { topic, title, message, priority: PRIORITIES[severity], tags: TAGS[severity] },
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          // Who is sent elsewhere has delivered nothing, and a push goes nowhere that the settings do not name.
          redirect: 'manual',
          retry: 0,
          timeout: false,
          fetch,
          signal,
        })
        response.body?.cancel().catch(() => undefined)
        return { ok: true }
      } catch (error) {
        return failure(error)
      }
    },
  }
}

function failure(error: unknown): Delivery {
  if (error instanceof HTTPError) return { ok: false, problem: `HTTP ${error.response.status}` }
  const { cause, name } = error as Error
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  return { ok: false, problem: code ?? name }
}
