import type { Report } from '@codexbar/protocol/wire'
import { BackgroundTaskSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import type { HookOrigin, Understood } from '../agent.js'
import { callIn, commonEntries, identityIn, placeIn, RefId, readPayload, toolEntries, Word } from '../payload.js'
import { statusLine } from './quota/status-line.js'
import { readStatusLine } from './quota/status-line-payload.js'

const MOST_CALLS = 256
const MOST_TASKS = 1024
const LONGEST_ERROR = 128

/**
 * The keys of Claude Code's hook payloads that say something about a session. A call or a task in a list that is not
 * understood costs itself only: such a task counts as live.
 */
const PayloadSchema = v.object({
  ...commonEntries,
  prompt_id: RefId,
  prompt: v.optional(v.unknown()),
  notification_type: Word,
  mcp_server_name: RefId,
  error: v.optional(v.unknown()),
  tool_calls: v.fallback(v.optional(v.array(v.fallback(v.object(toolEntries), {}))), undefined),
  background_tasks: v.fallback(v.optional(v.array(v.fallback(BackgroundTaskSchema, {}))), undefined),
})

type Payload = v.InferOutput<typeof PayloadSchema>

/** How Claude Code marks a prompt that a finished task sends, not a person. */
const TASK_NOTIFICATION = '<task-notification>'

/** Reads a payload of one of Claude Code's hooks, or of its status line. */
export function readClaudeHook(payload: unknown, origin: HookOrigin): Understood {
  const said = readStatusLine(payload, origin)
  if (said !== undefined) return { quota: { source: statusLine.id, said } }
  return readPayload(PayloadSchema, payload, (known) => translate(known, origin))
}

function translate(payload: Payload, origin: HookOrigin): Report {
  const { tool_calls, background_tasks } = payload
  return {
    provider: 'Claude',
    event: payload.hook_event_name,
    ...identityIn(payload),
    turn_id: payload.prompt_id,
    ...callIn(payload),
    tool_calls: tool_calls?.filter(isNamed).slice(0, MOST_CALLS).map(callIn),
    notification_type: payload.notification_type,
    source: isTaskNotification(payload.prompt) ? 'system' : payload.source,
    trigger: payload.trigger,
    mcp_server_name: payload.mcp_server_name,
    error: payload.hook_event_name === 'StopFailure' ? causeIn(payload.error) : undefined,
    background_tasks: background_tasks?.slice(0, MOST_TASKS).map(({ id, type, status }) => ({ id, type, status })),
    permission_mode: payload.permission_mode,
    ...placeIn(origin),
  }
}

function isNamed(call: { tool_name?: string | undefined; tool_use_id?: string | undefined }): boolean {
  return call.tool_name !== undefined || call.tool_use_id !== undefined
}

function isTaskNotification(prompt: unknown): boolean {
  return typeof prompt === 'string' && prompt.startsWith(TASK_NOTIFICATION)
}

/** A cause is a word of Claude's own list. */
function causeIn(error: unknown): string | undefined {
  return typeof error === 'string' && error.length <= LONGEST_ERROR ? error : undefined
}
