import type { Provider } from '../wire/provider.js'
import { causeOf } from '../wire/reason.js'
import type { Report } from '../wire/report.js'
import { askOfTool } from './ask.js'
import { serverOf } from './call.js'
import { fingerprint } from './fingerprint.js'
import type { AgentId, Background, CallRef, Signal } from './signal.js'
import { TRAITS } from './trait.js'

/** What the person chose about signals that can be read two ways. */
export type Policy = {
  /** `needs_user`: an agent that has sat idle for a minute counts as waiting. */
  idlePrompt: 'soft' | 'needs_user'
  /** Providers whose permission requests are answered by a reviewer of their own. */
  autoReviewed: ReadonlySet<Provider>
}

/** What an event reads as. `undefined`: the event is known and means nothing here. */
type Reading = (report: Report, provider: Provider, policy: Policy) => Meaning | undefined

/** A signal before it is said whose it is. */
type Meaning = Signal extends infer S ? (S extends Signal ? Omit<S, 'agent' | 'turn'> : never) : never

/** Permission modes in which no dialog is ever shown. */
const UNASKING_MODES: ReadonlySet<string> = new Set(['bypassPermissions', 'dontAsk'])

/** Sources of a prompt that a person typed or sent. */
const HUMAN_SOURCES: ReadonlySet<string> = new Set(['user', 'sdk'])

/** What a notification means by its type; types that are not here mean nothing. */
const NOTICES: Readonly<Record<string, Meaning>> = {
  '': { is: 'noticed' },
  permission_prompt: { is: 'noticed' },
  worker_permission_prompt: { is: 'noticed' },
  elicitation_dialog: { is: 'noticed' },
  elicitation_url_dialog: { is: 'noticed' },
  agent_needs_input: { is: 'noticed' },
  quota_auto_resume_disabled: { is: 'broke', reason: 'rate_limit' },
  auth_storage_failure: { is: 'broke', reason: 'authentication_failed' },
}

/** Every event of both agents, and what it reads as. A new event is a new row. */
const EVENTS: Readonly<Record<string, Reading>> = {
  SessionStart: readStart,
  UserPromptSubmit: (report) => ({ is: 'prompted', human: isHuman(report) }),
  PreToolUse: (report) => ({ is: 'call-began', ...callOf(report), tool: report.tool_name ?? '' }),
  PermissionRequest: readPermission,
  PermissionDenied: readCallEnd,
  PostToolUse: readCallEnd,
  PostToolUseFailure: readCallEnd,
  PostToolBatch: ({ tool_calls = [] }) => ({ is: 'batch-ended', calls: tool_calls.map(callOf) }),
  Notification: (report, _, policy) =>
    report.notification_type === 'idle_prompt'
      ? { is: 'idled', drives: policy.idlePrompt === 'needs_user' }
      : noticeOf(report.notification_type ?? ''),
  Elicitation: (report) => ({ is: 'elicited', server: serverIn(report) }),
  ElicitationResult: (report) => ({ is: 'elicitation-answered', server: serverIn(report) }),
  PreModelRequest: ({ request_id }) => ({ is: 'requested', request: request_id || undefined }),
  PostModelRequest: readRequestEnd,
  PreCompact: () => undefined,
  PostCompact: ({ trigger }) => (trigger === 'manual' ? { is: 'compacted' } : undefined),
  Stop: (report) =>
    ofSubAgent(report) ?? { is: 'turn-ended', how: 'stop', reason: 'stop', background: backgroundOf(report) },
  StopFailure: (report) =>
    ofSubAgent(report) ?? { is: 'turn-ended', how: 'failed', reason: causeOf(report.error ?? undefined) },
  Interrupt: (report) => ofSubAgent(report) ?? { is: 'turn-ended', how: 'interrupted', reason: 'interrupted' },
  SubagentStart: () => ({ is: 'agent-began' }),
  SubagentStop: () => ({ is: 'agent-ended' }),
  SessionEnd: () => ({ is: 'ended' }),
}

/** Whether any agent's event of this name means something. */
export function isKnownEvent(event: string): boolean {
  return Object.hasOwn(EVENTS, event)
}

/** Returns the signal that a report is, or `undefined` where it means nothing. No word of it is in the signal. */
export function signalOf(report: Report, provider: Provider, policy: Policy): Signal | undefined {
  const meaning = isKnownEvent(report.event) ? EVENTS[report.event]?.(report, provider, policy) : undefined
  if (meaning === undefined) return undefined
  return { agent: agentOf(report), turn: report.turn_id || undefined, ...meaning } as Signal
}

function serverIn({ mcp_server_name, tool_name = '' }: Report): string {
  return mcp_server_name || serverOf(tool_name)
}

function noticeOf(type: string): Meaning | undefined {
  return Object.hasOwn(NOTICES, type) ? NOTICES[type] : undefined
}

/** Notices are of the whole session: agents leave out which of them has the dialog. */
function agentOf({ event, agent_id = '' }: Report): AgentId {
  return event === 'Notification' ? '' : agent_id
}

function ofSubAgent(report: Report): Meaning | undefined {
  return agentOf(report) === '' ? undefined : { is: 'agent-ended' }
}

function readStart({ source }: Report, provider: Provider): Meaning | undefined {
  if (source === 'compact') return undefined
  const busy = source === undefined || TRAITS[provider].startsBusy
  return { is: 'started', busy, resumed: source === 'resume' }
}

function readPermission(report: Report, provider: Provider, policy: Policy): Meaning | undefined {
  const nobodySees = report.attended === false || report.headless === true
  const nobodyAsks = UNASKING_MODES.has(report.permission_mode ?? '') || policy.autoReviewed.has(provider)
  if (nobodySees || nobodyAsks) return undefined
  return { is: 'asked', kind: askOfTool(report.tool_name) ?? 'permission', ...callOf(report) }
}

function readCallEnd(report: Report): Meaning {
  return { is: 'call-ended', ...callOf(report) }
}

function readRequestEnd({ status, request_id, error }: Report): Meaning | undefined {
  if (status !== 'failed') return { is: 'worked' }
  const reason = reasonOfFailure(error ?? '')
  return { is: 'request-failed', request: request_id || undefined, reason, final: reason === 'rate_limit' }
}

/** Codex tells the cause of a failed request in a sentence to the person only. */
function reasonOfFailure(sentence: string): string {
  if (/usage limit|rate.?limit/i.test(sentence)) return 'rate_limit'
  if (/high demand|overloaded/i.test(sentence)) return 'overloaded'
  return /^[a-z_]+$/.test(sentence) ? causeOf(sentence) : 'server_error'
}

function isHuman({ source, message }: Report): boolean {
  if (message?.startsWith('<task-notification>') === true) return false
  return source === undefined || HUMAN_SOURCES.has(source)
}

function callOf(call: {
  tool_use_id?: string | undefined
  tool_name?: string | undefined
  tool_input?: unknown
  fingerprint?: string | undefined
}): CallRef {
  const { tool_name: tool, tool_input: input } = call
  const print = call.fingerprint ?? (input === undefined ? undefined : fingerprint(tool ?? '', input))
  return { call: call.tool_use_id || undefined, tool, print }
}

/** Statuses of a background task that is over; any other, and none, is a live one. */
const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'killed', 'stopped', 'cancelled', 'done'])

function backgroundOf({ background_tasks: tasks }: Report): Background | undefined {
  if (tasks === undefined) return undefined
  const live = tasks.filter((task) => !OVER.has(task.status ?? ''))
  const agents = live.filter((task) => task.type === 'subagent').map((task) => task.id)
  const named = agents.filter((id) => id !== undefined)
  return { agents: named, other: live.length - named.length }
}
