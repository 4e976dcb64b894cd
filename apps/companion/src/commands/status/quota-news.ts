import type { QuotaWindow, Sessions, Usage } from '@codexbar/protocol/wire'
import type { QuotaSummary } from '@codexbar/protocol/words'

/** What was heard of quota, and when by the companion's clock. */
type Heard = { usage: Usage; sessions: Pick<Sessions, 'now'> }

/** Two answers tell the reset of one window this much apart at most (ms): they count in seconds, and sources differ. */
const SAME_RESET = 120_000

/** Returns a provider's figures without what changes by itself; '' where none is known. */
export function describeFigures({ rows, blocked, stale }: QuotaSummary): string {
  if (rows.length === 0) return ''
  const windows = rows.map(({ label, figure }) => `${label} ${figure}`).join(' · ')
  return [blocked ? 'used up' : '', windows, stale ? 'stale' : ''].filter((part) => part !== '').join('  ')
}

/** Whether two answers say the same of the quota but for the time that passed. */
export function isSameQuota(a: Heard, b: Heard): boolean {
  if (JSON.stringify(timeless(a.usage)) !== JSON.stringify(timeless(b.usage))) return false
  const [before, after] = [resetsOf(a), resetsOf(b)]
  return before.every((reset, at) => isSameReset(reset, after[at] ?? null))
}

function timeless({ providers, show, levels }: Usage): unknown {
  return [
    show,
    levels,
    providers.map(({ name, windows, stale, source, error }) => [name, stale, source, error, windows.map(lasting)]),
  ]
}

function lasting({ age_sec, resets_in_sec, ...rest }: QuotaWindow): unknown {
  return rest
}

function resetsOf({ usage, sessions }: Heard): (number | null)[] {
  return usage.providers.flatMap(({ windows }) =>
    windows.map(({ resets_in_sec }) => (resets_in_sec === null ? null : sessions.now + resets_in_sec * 1_000)),
  )
}

function isSameReset(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= SAME_RESET
}
