/** Returns a made-up JSON web token that says this, unsigned. */
export function tokenOf(claims: object): string {
  return [{ alg: 'none' }, claims, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** Returns the line of a rollout that says how much of the 5 hours and of the week is used, written at `at` (Unix ms). */
export function lineOf(at: number, [five, week]: readonly [number, number], more: object = {}): string {
  const resets_at = (hours: number) => Math.floor(at / 1_000) + hours * 3_600
  const rate_limits = {
    limit_id: 'codex',
    limit_name: null,
    primary: { used_percent: five, window_minutes: 300, resets_at: resets_at(2) },
    secondary: { used_percent: week, window_minutes: 10_080, resets_at: resets_at(48) },
    credits: null,
    plan_type: 'plus',
    ...more,
  }
  const payload = { type: 'token_count', info: null, rate_limits }
  return `${JSON.stringify({ timestamp: new Date(at).toISOString(), ordinal: 1, type: 'event_msg', payload })}\n`
}

/** Returns a line of a rollout that says nothing of the quota, of about that many bytes, written at `at` (Unix ms). */
export function talkOf(at: number, bytes: number): string {
  const payload = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'é'.repeat(bytes / 2) }],
  }
  return `${JSON.stringify({ timestamp: new Date(at).toISOString(), ordinal: 1, type: 'response_item', payload })}\n`
}
