import type { Usage } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { createCompanion, hearUsage } from '../src/desk/companion.js'
import { quotaOf } from '../src/desk/quota.js'

type Entry = Usage['providers'][number]

const MINUTE = 60_000
const window = { label: '5h', pct: 10, resets_in_sec: null, duration_sec: null }
const entry = (source: string, observed_at: number | null, windows: Entry['windows'] = [window]): Entry => {
  return { name: 'Claude', windows, observed_at, age_sec: null, stale: false, source }
}

/** Returns whose quota counts at `now`, each companion's usage having been received at its time. */
function winner(now: number, ...heard: readonly (readonly [number, Entry])[]): string | null | undefined {
  const companions = heard.map(([at, provider]) => {
    return hearUsage(
      createCompanion({ label: 'x', hasToken: false }),
      { ok: true, updated_at: 0, providers: [provider] },
      at,
    )
  })
  return quotaOf(companions, 'Claude', now)?.entry.source
}

describe('of two companions', () => {
  it.each([
    ['the newest observation counts', [0, entry('a', 100)], [0, entry('b', 200)], 'b'],
    ['it counts whichever was heard last', [5000, entry('a', 100)], [0, entry('b', 200)], 'b'],
    ['of equal ones what was heard last counts', [5000, entry('a', 100)], [0, entry('b', 100)], 'a'],
    ['one without a time is older than any', [0, entry('a', null)], [0, entry('b', 1)], 'b'],
    ['one that knows no window counts for nothing', [0, entry('a', 100)], [0, entry('b', 200, [])], 'a'],
    ['one whose polls are missed counts less', [0, entry('a', 900)], [MINUTE, entry('b', 100)], 'b'],
    ['it still counts where nobody else knows a window', [0, entry('a', 900)], [MINUTE, entry('b', 100, [])], 'a'],
  ] as const)('%s', (_, a, b, expected) => {
    expect(winner(11.5 * MINUTE, a, b)).toBe(expected)
    expect(winner(11.5 * MINUTE, b, a)).toBe(expected)
  })

  it('nobody counts who said nothing', () => {
    expect(quotaOf([createCompanion({ label: 'x', hasToken: false })], 'Claude', 0)).toBeUndefined()
  })
})
