/**
 * The headers by which Anthropic says how much of the two windows is used, as fractions, resetting in two hours and in
 * four days from `now` (Unix ms).
 */
export const claudeLimits = (fiveHours: number, week: number, now: number): Readonly<Record<string, string>> => ({
  'anthropic-ratelimit-unified-status': 'allowed',
  'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  'anthropic-ratelimit-unified-5h-status': 'allowed',
  'anthropic-ratelimit-unified-5h-utilization': String(fiveHours),
  'anthropic-ratelimit-unified-5h-reset': String(Math.round(now / 1_000) + 7_200),
  'anthropic-ratelimit-unified-7d-utilization': String(week),
  'anthropic-ratelimit-unified-7d-reset': String(Math.round(now / 1_000) + 345_600),
})
