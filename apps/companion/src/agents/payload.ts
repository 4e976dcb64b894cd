import { fingerprint } from '@codexbar/protocol/session'
import type { Report } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { refusalOf } from '../core/refusal.js'
import type { HookOrigin, Understood } from './agent.js'

/** No control character: names go into logs and terminals. */
const Plain = v.pipe(v.string(), v.regex(/^\P{Cc}*$/u))
/** Whose event it is: only an id that cannot be read refuses a payload, for it would be taken for another's. */
const Id = v.nullish(v.pipe(Plain, v.maxLength(256)))

/** A key that refines an event: one that is null, too long or spelled otherwise is left out and loses nothing else. */
function textUpTo(longest: number) {
  return v.fallback(v.optional(v.pipe(Plain, v.maxLength(longest))), undefined)
}

/** A refinement that is an id; an empty one is an id that the agent does not know. */
export const RefId = textUpTo(256)
/** A refinement that is a word of the agent's own. */
export const Word = textUpTo(128)

/** A tool call in a payload. Its input is only ever hashed. */
export const toolEntries = {
  tool_name: textUpTo(256),
  tool_use_id: RefId,
  tool_input: v.optional(v.unknown()),
}

/** The keys that the hooks of every agent share. Everything else an agent sends is dropped unread. */
export const commonEntries = {
  hook_event_name: v.pipe(Plain, v.minLength(1), v.maxLength(64)),
  session_id: Id,
  agent_id: Id,
  cwd: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(4096))), undefined),
  permission_mode: Word,
  source: Word,
  trigger: Word,
  ...toolEntries,
}

/** Returns what a payload reads as: refused by `schema`, or the report that `translate` makes of it. */
export function readPayload<S extends v.GenericSchema>(
  schema: S,
  payload: unknown,
  translate: (payload: v.InferOutput<S>) => Report,
): Understood {
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

/** Returns whose event a payload is, as a report says it. */
export function identityIn(payload: {
  session_id?: string | null | undefined
  agent_id?: string | null | undefined
  cwd?: string | undefined
}): Pick<Report, 'session_id' | 'agent_id' | 'cwd'> {
  return { session_id: payload.session_id ?? undefined, agent_id: payload.agent_id ?? undefined, cwd: payload.cwd }
}

/** Returns where a hook ran, as a report says it. */
export function placeIn({ config_dir: _, ...place }: HookOrigin): Omit<HookOrigin, 'config_dir'> {
  return place
}
