import * as v from 'valibot'
import { freeze } from './freeze.js'
import type { State } from './state.js'

/** How loud an edge about a reason is; every channel maps it to its own scale. */
export type Severity = 'low' | 'normal' | 'high' | 'urgent'

type ReasonRow = { state: State; phrase: string; severity: Severity }

/** Which state a reason explains, what it is called to a person, and how loud it is. A new reason is a new row. */
export const REASONS = freeze({
  session_start: { state: 'running', phrase: 'Session started', severity: 'low' },
  user_prompt: { state: 'running', phrase: 'Working', severity: 'low' },
  tool_use: { state: 'running', phrase: 'Working', severity: 'low' },
  background_work: { state: 'running', phrase: 'Working in the background', severity: 'low' },
  stop: { state: 'done', phrase: 'Finished', severity: 'normal' },
  interrupted: { state: 'idle', phrase: 'Interrupted', severity: 'low' },
  session_end: { state: 'idle', phrase: 'Session ended', severity: 'low' },
  permission_request: { state: 'needs_user', phrase: 'Permission needed', severity: 'high' },
  question: { state: 'needs_user', phrase: 'Question', severity: 'high' },
  plan_approval: { state: 'needs_user', phrase: 'Plan to approve', severity: 'high' },
  elicitation: { state: 'needs_user', phrase: 'Input requested', severity: 'high' },
  notification: { state: 'needs_user', phrase: 'Needs attention', severity: 'high' },
  pane_blocked: { state: 'needs_user', phrase: 'Waiting in its terminal', severity: 'high' },
  possible_question: { state: 'needs_user', phrase: 'Perhaps a question', severity: 'high' },
  idle_prompt: { state: 'needs_user', phrase: 'Waiting for input', severity: 'normal' },
  rate_limit: { state: 'error', phrase: 'Usage limit reached', severity: 'urgent' },
  overloaded: { state: 'error', phrase: 'Service overloaded', severity: 'high' },
  authentication_failed: { state: 'error', phrase: 'Sign-in failed', severity: 'urgent' },
  oauth_org_not_allowed: { state: 'error', phrase: 'Organisation not allowed', severity: 'urgent' },
  account_on_hold: { state: 'error', phrase: 'Account on hold', severity: 'urgent' },
  verification_required: { state: 'error', phrase: 'Verification required', severity: 'urgent' },
  billing_error: { state: 'error', phrase: 'Billing problem', severity: 'urgent' },
  invalid_request: { state: 'error', phrase: 'Request refused', severity: 'high' },
  model_not_found: { state: 'error', phrase: 'Model not found', severity: 'high' },
  server_error: { state: 'error', phrase: 'Service error', severity: 'high' },
  max_output_tokens: { state: 'error', phrase: 'Answer too long', severity: 'high' },
  cloud_credential_error: { state: 'error', phrase: 'Cloud credentials failed', severity: 'urgent' },
  unknown: { state: 'error', phrase: 'Failed', severity: 'high' },
} as const satisfies Record<string, ReasonRow>)

/** A reason this version knows. Newer companions may send others. */
export type Reason = keyof typeof REASONS

/** A reason on the wire: any word, so that an old device reads a newer companion. */
export const ReasonSchema = v.string()

/** Returns the row of a reason, that of `unknown` for one this version does not know. */
export function describeReason(reason: string): ReasonRow {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : REASONS.unknown
}

/** Returns an agent's cause of an error as a reason: a word this table or the agent knows, never free text. */
export function causeOf(error: string | undefined): string {
  return error !== undefined && /^[a-z][a-z_]{0,39}$/.test(error) ? error : 'unknown'
}
