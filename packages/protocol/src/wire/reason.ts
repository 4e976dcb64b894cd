import * as v from 'valibot'

/** How loud an edge about a reason is; every channel maps it to its own scale. */
export type Severity = 'low' | 'normal' | 'high' | 'urgent'

/** What a reason is called to a person, and how loud it is. A new reason is a new row. */
export const REASONS = {
  session_start: { phrase: 'Session started', severity: 'low' },
  user_prompt: { phrase: 'Working', severity: 'low' },
  tool_use: { phrase: 'Working', severity: 'low' },
  background_work: { phrase: 'Working in the background', severity: 'low' },
  stop: { phrase: 'Finished', severity: 'normal' },
  interrupted: { phrase: 'Interrupted', severity: 'low' },
  session_end: { phrase: 'Session ended', severity: 'low' },
  permission_request: { phrase: 'Permission needed', severity: 'high' },
  question: { phrase: 'Question', severity: 'high' },
  plan_approval: { phrase: 'Plan to approve', severity: 'high' },
  elicitation: { phrase: 'Input requested', severity: 'high' },
  notification: { phrase: 'Needs attention', severity: 'high' },
  pane_blocked: { phrase: 'Waiting in its terminal', severity: 'high' },
  possible_question: { phrase: 'Perhaps a question', severity: 'high' },
  idle_prompt: { phrase: 'Waiting for input', severity: 'normal' },
  rate_limit: { phrase: 'Usage limit reached', severity: 'urgent' },
  overloaded: { phrase: 'Service overloaded', severity: 'high' },
  authentication_failed: { phrase: 'Sign-in failed', severity: 'urgent' },
  oauth_org_not_allowed: { phrase: 'Organisation not allowed', severity: 'urgent' },
  account_on_hold: { phrase: 'Account on hold', severity: 'urgent' },
  verification_required: { phrase: 'Verification required', severity: 'urgent' },
  billing_error: { phrase: 'Billing problem', severity: 'urgent' },
  invalid_request: { phrase: 'Request refused', severity: 'high' },
  model_not_found: { phrase: 'Model not found', severity: 'high' },
  server_error: { phrase: 'Service error', severity: 'high' },
  max_output_tokens: { phrase: 'Answer too long', severity: 'high' },
  cloud_credential_error: { phrase: 'Cloud credentials failed', severity: 'urgent' },
  unknown: { phrase: 'Failed', severity: 'high' },
} as const satisfies Record<string, { phrase: string; severity: Severity }>

/** A reason this version knows. Newer companions may send others. */
export type Reason = keyof typeof REASONS

/** A reason on the wire: any word, so that an old device reads a newer companion. */
export const ReasonSchema = v.string()

/** Returns the row of a reason, that of `unknown` for one this version does not know. */
export function describeReason(reason: string): { phrase: string; severity: Severity } {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : REASONS.unknown
}

/** Returns an agent's cause of an error as a reason: a word this table or the agent knows, never free text. */
export function causeOf(error: string | undefined): string {
  return error !== undefined && /^[a-z][a-z_]{0,39}$/.test(error) ? error : 'unknown'
}
