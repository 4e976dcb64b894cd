import type { QuotaWindow, State, Usage } from '@codexbar/protocol/wire'
import { STATES } from '@codexbar/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompanion, hearUsage } from '../src/desk/companion.js'
import { type QuotaView, quotaViewOf } from '../src/desk/quota-view.js'
import { measureDevice } from '../src/golden/scenes.js'
import { createDesk, type Scene, sceneOf, updateDesk } from '../src/index.js'
import { IDLE, OPTIONS, status } from './desk/story.js'

const DAY = 86_400_000

const usageOf = (windows: QuotaWindow[]): Usage => ({
  ok: true,
  updated_at: 0,
  providers: [{ name: 'Claude', windows, observed_at: 0, age_sec: 0, stale: false, source: 'status_line' }],
})
const full = (resets_in_sec: number | null, scope?: string): QuotaWindow => ({
  label: '5h',
  pct: 100,
  resets_in_sec,
  duration_sec: 18_000,
  ...(scope === undefined ? {} : { scope }),
})

/** Returns what is shown `elapsed` ms after these windows were heard. */
function viewAt(windows: QuotaWindow[], elapsed: number): QuotaView | undefined {
  const companion = hearUsage(createCompanion({ label: 'x', hasToken: true }), usageOf(windows), 0)
  return quotaViewOf([companion], 'Claude', elapsed)
}

/** Returns what Claude's section says in a state, of a quota that is used up. */
function sectionIn(state: State, projects: string[]): Scene['sections'][0] {
  const attention = { ...IDLE, state, count: projects.length, projects, primary_project: projects[0] ?? '' }
  const { desk } = updateDesk(createDesk(OPTIONS, 0), status(attention), 0)
  const heard = updateDesk(desk, { is: 'usage', from: 0, usage: usageOf([full(7_530)]) }, 0).desk
  return sceneOf(heard, 1_000, measureDevice).sections[0]
}

describe('a quota that is used up', () => {
  it('is so for ever less time, and never again without a new answer', () => {
    const windows = fc.array(
      fc.option(fc.integer({ min: 0, max: 1_000_000 })).map((at) => full(at)),
      { maxLength: 5 },
    )
    const elapsed = fc.integer({ min: 0, max: 20 * DAY })
    fc.assert(
      fc.property(windows, elapsed, elapsed, (given, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((at) => viewAt(given, at)?.blocked)
        if (early === undefined) expect(late).toBeUndefined()
        if (typeof early === 'number') expect(late ?? 0).toBeLessThanOrEqual(early)
        if (early === null) expect(late).toBeNull()
      }),
    )
  })

  it('is no quota of one model', () => {
    expect(viewAt([full(60, 'Fable')], 0)).toMatchObject({ blocked: undefined, binding: { scope: 'Fable' } })
  })

  it.each(Object.keys(STATES) as State[])('is told of one that is %s only where the state leaves room', (state) => {
    const { badge } = sectionIn(state, ['api'])
    const isLeft = state !== 'needs_user' && state !== 'error'
    expect(badge.includes('used up')).toBe(isLeft)
    expect(badge).not.toBe('')
  })

  it.each([
    ['idle', [], 'used up 2h 5m'],
    ['running', ['api'], 'used up 2h 5m'],
    ['done', ['api'], 'review - used up'],
    ['done', ['api', 'shop'], '2 to review - used up'],
  ] as const)('of one that is %s with %j reads %s', (state, projects, words) => {
    expect(sectionIn(state, [...projects]).badge).toBe(words)
  })
})
