import type { Attention, State } from '@codexbar/protocol/wire'

/**
 * Since when a section is what it is (ms): `since` for its motions and rotation, which a new state or a new ask begins
 * anew; `shownSince` for what it says, which a touch must have been able to read.
 */
export type SectionClock = { state: State; since: number; said: string; shownSince: number }

/** Returns the clock of a section that shows nothing yet. */
export function createSectionClock(now: number): SectionClock {
  return { state: 'idle', since: now, said: '', shownSince: now }
}

/**
 * Returns the clock after the section came to show `attention`, `isNew` when that holds a new ask. `before` is what it
 * said until now (`saidBy`): one that was greyed said nothing.
 */
export function tickSection(
  clock: SectionClock,
  before: string,
  attention: Attention,
  isNew: boolean,
  now: number,
): SectionClock {
  const { state } = attention
  const said = saidBy(attention)
  const begins = isNew || state !== clock.state
  if (!begins && said === before && said === clock.said) return clock
  return { state, since: begins ? now : clock.since, said, shownSince: now }
}

/** Returns what a person reads of it, to tell a change by. */
export function saidBy({ state, count, projects, primary_project, reason }: Attention): string {
  return [state, count, reason, primary_project, ...projects].join('\n')
}
