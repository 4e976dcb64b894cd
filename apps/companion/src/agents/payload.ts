import { fingerprint } from '@codexbar/protocol/session'
import type { Report } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { refusalOf } from '../core/refusal.js'
import type { Reading } from './agent.js'

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const Word = v.pipe(v.string(), v.maxLength(128))
/** A key that refines an event: one that an agent begins to spell otherwise must not lose the event. */
const Refinement = v.fallback(v.optional(Word), undefined)

/** A tool call in a payload. Its input is only ever hashed. */
export const ToolEntries = {
  tool_name: v.optional(v.pipe(v.string(), v.maxLength(256))),
  tool_use_id: v.optional(Id),
  tool_input: v.optional(v.unknown()),
}

/** The keys that the hooks of every agent share. Everything else an agent sends is dropped unread. */
export const CommonEntries = {
  hook_event_name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  session_id: v.optional(Id),
  cwd: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  agent_id: v.optional(v.pipe(v.string(), v.maxLength(256))),
  permission_mode: Refinement,
  source: Refinement,
  trigger: Refinement,
  ...ToolEntries,
}

/** Returns what a payload reads as: refused by `schema`, or the report that `translate` makes of it. */
export function readPayload<S extends v.GenericSchema>(
  schema: S,
  payload: unknown,
  translate: (payload: v.InferOutput<S>) => Report,
): Reading {
  const result = v.safeParse(schema, payload, { abortEarly: true })
  return result.success ? { report: translate(result.output) } : { refusal: refusalOf(result.issues[0]) }
}

/** Returns a call as a report carries it: named, and known by the fingerprint of its input. */
export function callIn(call: {
  tool_name?: string | undefined
  tool_use_id?: string | undefined
  tool_input?: unknown
}): Pick<Report, 'tool_name' | 'tool_use_id' | 'fingerprint'> {
  const { tool_name, tool_use_id, tool_input } = call
  const print = tool_input === undefined ? undefined : fingerprint(tool_name ?? '', tool_input)
  return { tool_name, tool_use_id, fingerprint: print }
}
