import type { Report } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import type { HookOrigin, Understood } from '../agent.js'
import { callIn, commonEntries, identityIn, placeIn, RefId, readPayload, Word } from '../payload.js'

const LONGEST_ERROR = 512

/** The keys of Codex's hook payloads that say something about a session. */
const PayloadSchema = v.object({
  ...commonEntries,
  turn_id: RefId,
  status: Word,
  request_id: RefId,
  error: v.optional(v.unknown()),
})

type Payload = v.InferOutput<typeof PayloadSchema>

/**
 * What Codex's `notify` program gets. It also fires for hidden threads that name a session, and nothing in it tells
 * them apart.
 */
const NotifySchema = v.object({ type: v.literal('agent-turn-complete') })

/** Events whose `error` is the cause of a failed request. */
const FAILING: ReadonlySet<string> = new Set(['PostModelRequest', 'StopFailure'])

/** Reads a payload of one of Codex's hooks. */
export function readCodexHook(payload: unknown, origin: HookOrigin): Understood {
  if (v.is(NotifySchema, payload)) return { ignored: true }
  return readPayload(PayloadSchema, payload, (known) => translate(known, origin))
}

function translate(payload: Payload, origin: HookOrigin): Report {
  return {
    provider: 'Codex',
    event: payload.hook_event_name,
    ...identityIn(payload),
    turn_id: payload.turn_id,
    ...callIn(payload),
    source: payload.source,
    trigger: payload.trigger,
    status: payload.status,
    request_id: payload.request_id,
    error: FAILING.has(payload.hook_event_name) ? sentenceIn(payload.error) : undefined,
    permission_mode: payload.permission_mode,
    ...placeIn(origin),
  }
}

/** The service's own sentence: the only place that tells a usage limit from another failure. */
function sentenceIn(error: unknown): string | undefined {
  return typeof error === 'string' ? error.slice(0, LONGEST_ERROR) : undefined
}
